import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

interface OwnPasswordFieldProps extends ComponentProps<'input'> {
  error: string | undefined;
}

/** The signed-in person's password, once more, as a proof that it is they. */
export function OwnPasswordField({ error, ...input }: OwnPasswordFieldProps) {
  return (
    <Field label="Password" hint="So that nobody else can do this for you." error={error}>
      <Input type="password" autoComplete="current-password" {...input} />
    </Field>
  );
}
