import type { ReactNode } from 'react';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

interface StatusFilterProps<Status extends string> {
  value: Status;
  words: Record<Status, { label: string }>;
  onChange: (status: Status) => void;
  /** Beside it: how much waits, and what can be done. */
  children: ReactNode;
}

/** Chooses the part of a list to show. */
export function StatusFilter<Status extends string>(props: StatusFilterProps<Status>) {
  const { value, words, onChange, children } = props;
  const statuses = Object.keys(words) as Status[];
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
      <Field label="Show" className="w-44">
        <Select
          value={value}
          onChange={(event) => {
            const chosen = statuses.find((known) => known === event.target.value);
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {statuses.map((known) => (
            <option key={known} value={known}>
              {words[known].label}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-1 basis-60 flex-wrap items-center gap-3 md:min-h-10">
        {children}
      </div>
    </div>
  );
}
