import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

interface OwnPasswordFieldProps extends ComponentProps<'input'> {
  error: string | undefined;
}

/** Asks for the current password again, as proof of identity. */
export function OwnPasswordField({ error, ...input }: OwnPasswordFieldProps) {
  return (
    <Field label="Password" hint="So that nobody else can do this for you." error={error}>
      <Input type="password" autoComplete="current-password" {...input} />
    </Field>
  );
}
