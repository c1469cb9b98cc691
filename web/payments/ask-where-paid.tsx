import { useState } from 'react';
import { CountryField } from './country-field.tsx';

/** The question where one is paid, in the dialog before a first request; it can be left open. */
export function AskWherePaid({ onChoose }: { onChoose: (country: string) => void }) {
  const [country, setCountry] = useState('');
  return (
    <CountryField
      optional
      value={country}
      onChange={(chosen) => {
        setCountry(chosen);
        onChoose(chosen);
      }}
    />
  );
}
