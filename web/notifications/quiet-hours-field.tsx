import type { QuietHours } from '#domain/quiet-hours.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

interface QuietHoursFieldProps {
  value: QuietHours | null;
  onChange: (quiet: QuietHours | null) => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Hours in which an unblocker is not told of new requests, in the time zone of this browser. */
export function QuietHoursField({ value, onChange }: QuietHoursFieldProps) {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="py-2.5">
      <Checkbox
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? { from: 22, to: 7, time_zone } : null)}
        label={
          <>
            <span className="block font-medium">Quiet hours</span>
            <span className="block text-ink-soft">
              What is posted then is told at their end, if it is still open.
            </span>
          </>
        }
      />
      {value && (
        <div className="mt-2 grid max-w-72 grid-cols-2 gap-3 pl-7">
          <Hour label="From" value={value.from} onChange={(from) => onChange({ ...value, from })} />
          <Hour label="To" value={value.to} onChange={(to) => onChange({ ...value, to })} />
          <p className="col-span-2 text-2xs text-ink-soft">Time zone: {value.time_zone}</p>
        </div>
      )}
    </div>
  );
}

interface HourProps {
  label: string;
  value: number;
  onChange: (hour: number) => void;
}

function Hour({ label, value, onChange }: HourProps) {
  return (
    <Field label={label}>
      <Select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {HOURS.map((hour) => (
          <option key={hour} value={hour}>
            {String(hour).padStart(2, '0')}:00
          </option>
        ))}
      </Select>
    </Field>
  );
}
