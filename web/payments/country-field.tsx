import { useQuery, useQueryClient } from '@tanstack/react-query';
import { COUNTRIES, countryName, notServedWords } from '#domain/payout-country.ts';
import type { Profile } from '#domain/profile.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

/** Where one is paid, and which countries payouts reach. */
export function usePayoutCountry() {
  return useQuery({
    queryKey: keys.payoutCountry(),
    queryFn: ({ signal }) => api.get('/api/earnings/country', { signal }),
  });
}

/** Stores the country, and shows it wherever it is asked for. */
export function useSaveCountry() {
  const queryClient = useQueryClient();
  return async (country: string): Promise<void> => {
    const saved = await api.put('/api/earnings/country', { body: { country } });
    queryClient.setQueryData(keys.payoutCountry(), saved);
    queryClient.setQueryData<Profile>(
      keys.me(),
      (profile) =>
        profile && { ...profile, payout_country: saved.country, payout_served: saved.served },
    );
  };
}

const byName = COUNTRIES.map((code) => ({ code, name: countryName(code) })).sort((one, other) =>
  one.name.localeCompare(other.name, 'en'),
);

interface CountryFieldProps {
  value: string;
  onChange: (country: string) => void;
  optional?: boolean;
  error?: string | undefined;
}

/** A choice of countries, which says of each at once whether payouts reach it. */
export function CountryField({ value, onChange, optional = false, error }: CountryFieldProps) {
  const { data } = usePayoutCountry();
  const reaches = (code: string) => data?.pays_to.includes(code) ?? true;
  return (
    <div className="space-y-2">
      <Field
        label="Where are you paid?"
        optional={optional}
        hint="In US dollars, to a bank account in this country."
        error={error}
      >
        <Select value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">Choose a country</option>
          {byName.map(({ code, name }) => (
            <option key={code} value={code}>
              {reaches(code) ? name : `${name} (no payouts yet)`}
            </option>
          ))}
        </Select>
      </Field>
      {value !== '' && !reaches(value) && (
        <p role="status" className="text-sm text-harm-ink">
          {notServedWords(value)}
        </p>
      )}
    </div>
  );
}
