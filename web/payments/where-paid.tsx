import { useState } from 'react';
import { countryName, notServedWords } from '#domain/country-words.ts';
import { useProfile } from '../api/session.tsx';
import { onDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { usePayoutCountry } from './use-payout-country.ts';

// With all countries, for those who have not said theirs.
const CountryForm = onDemand(async () => (await import('./country-form.tsx')).CountryForm);

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
