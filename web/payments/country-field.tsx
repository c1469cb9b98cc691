import { countryName, notServedWords } from '#domain/country-words.ts';
import { COUNTRIES } from '#domain/payout-country.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { usePayoutCountry } from './use-payout-country.ts';

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
