import { useState } from 'react';
import { countryName, notServedWords } from '#domain/payout-country.ts';
import { errorText } from '../api/api-error.ts';
import { useProfile } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { announce } from '../ui/toasts.tsx';
import { CountryField, usePayoutCountry, useSaveCountry } from './country-field.tsx';

/** Where an unblocker is paid: asked until they have said so, then said in a line. */
export function WherePaid() {
  const { payout_country, payout_served } = useProfile();
  const { data } = usePayoutCountry();
  const [changing, setChanging] = useState(false);
  const asks = payout_country === null || changing;
  return (
    <section
      id="where-paid"
      aria-label="Where You Are Paid"
      className="card scroll-mt-20 px-5 py-3 text-sm"
    >
      {asks ? (
        <CountryForm
          present={payout_country ?? ''}
          onDone={() => setChanging(false)}
          {...(payout_country !== null && { onCancel: () => setChanging(false) })}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <p>You are paid in {countryName(payout_country)}, in US dollars.</p>
            {payout_served === false && (
              <p className="text-harm-ink">{notServedWords(payout_country)}</p>
            )}
          </div>
          {data && !data.fixed && (
            <Button size="sm" onClick={() => setChanging(true)}>
              Change Country
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

interface CountryFormProps {
  present: string;
  onDone: () => void;
  onCancel?: () => void;
}

function CountryForm({ present, onDone, onCancel }: CountryFormProps) {
  const [country, setCountry] = useState(present);
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const save = useSaveCountry();

  async function send() {
    setMissing(country === '');
    if (country === '') return;
    setPending(true);
    setProblem(undefined);
    try {
      await save(country);
      announce('It is saved where you are paid.');
      onDone();
    } catch (cause) {
      setProblem(errorText(cause));
    } finally {
      setPending(false);
    }
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
      <ErrorBox text={problem} />
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
