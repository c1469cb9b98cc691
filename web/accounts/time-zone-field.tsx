import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

interface TimeZoneFieldProps extends React.ComponentProps<typeof Select> {
  /** The one that is kept; this browser may not know it. */
  stored: string | null;
  error: string | undefined;
}

export function TimeZoneField({ stored, error, ...select }: TimeZoneFieldProps) {
  return (
    <Field label="Time Zone" error={error}>
      <Select {...select}>
        {timeZonesWith(stored).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** All that this browser knows, and the stored one. */
function timeZonesWith(stored: string | null): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), own]);
  if (stored) known.add(stored);
  return [...known].toSorted();
}
