import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from './password-input.tsx';

interface OwnPasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  error: string | undefined;
}

/** Asks for the current password again, as proof of identity. */
export function OwnPasswordField({ error, ...input }: OwnPasswordFieldProps) {
  return (
    <Field label="Password" hint="So that nobody else can do this for you." error={error}>
      <PasswordInput autoComplete="current-password" {...input} />
    </Field>
  );
}
