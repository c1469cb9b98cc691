import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

interface BorneByFieldProps extends ComponentProps<'select'> {
  error: string | undefined;
}

/** Who bears money that goes back after it was released. */
export function BorneByField({ error, ...input }: BorneByFieldProps) {
  return (
    <Field label="Borne By" error={error}>
      <Select {...input}>
        <option value="">Please choose</option>
        <option value="developer">The unblocker, from what they have earned</option>
        <option value="platform">The platform</option>
      </Select>
    </Field>
  );
}
