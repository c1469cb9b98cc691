import { useEffect, useState } from 'react';
import { CountryField } from './country-field.tsx';
import { useSaveCountry } from './use-payout-country.ts';

interface AskWherePaidProps {
  /** What stores the chosen country; null while there is none. */
  onChoose: (save: (() => Promise<void>) | null) => void;
}

/** The question where one is paid, in the dialog before a first request; it can be left open. */
export function AskWherePaid({ onChoose }: AskWherePaidProps) {
  const [country, setCountry] = useState('');
  const save = useSaveCountry();
  // Whoever closes the dialog has not said it.
  useEffect(() => () => onChoose(null), [onChoose]);
  return (
    <CountryField
      optional
      value={country}
      onChange={(chosen) => {
        setCountry(chosen);
        onChoose(chosen === '' ? null : () => save(chosen));
      }}
    />
  );
}
