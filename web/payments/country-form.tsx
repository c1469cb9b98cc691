import { useState } from 'react';
import { useRun } from '../api/use-run.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { announce } from '../ui/toasts.tsx';
import { CountryField } from './country-field.tsx';
import { useSaveCountry } from './use-payout-country.ts';

interface CountryFormProps {
  present: string;
  onDone: () => void;
  onCancel?: () => void;
}

/** Asks where an unblocker is paid, and stores it. */
export function CountryForm({ present, onDone, onCancel }: CountryFormProps) {
  const [country, setCountry] = useState(present);
  const [missing, setMissing] = useState(false);
  const { pending, failure, run } = useRun();
  const save = useSaveCountry();

  async function send() {
    setMissing(country === '');
    if (country === '') return;
    await run(async () => {
      await save(country);
      announce('It is saved where you are paid.');
      onDone();
    });
  }

  return (
    <form
      noValidate
      className="max-w-md space-y-3 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className="text-sm text-ink-soft">
        Say it before your first request, so that you know that your money can reach you.
      </p>
      <ErrorBox text={failure} />
      <CountryField
        value={country}
        onChange={setCountry}
        error={missing && country === '' ? 'Please choose a country' : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          Save
        </Button>
        {onCancel && (
          <Button variant="ghost" disabled={pending} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
