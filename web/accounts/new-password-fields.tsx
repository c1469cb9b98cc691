import { useFormContext, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { newPasswordSchema } from '#domain/credentials.ts';
import { PASSWORD_MINIMUM, PASSWORD_TOO_SHORT, PASSWORDS_DIFFER } from '#domain/password.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from './password-input.tsx';

type NewPassword = z.input<typeof newPasswordSchema>;

/** New Password and its confirmation, within a form. Shows problems while typing. */
export function NewPasswordFields({ readOnly }: { readOnly: boolean }) {
  const { register, formState } = useFormContext<NewPassword>();
  const { errors } = formState;
  const { password, confirmation, short, differ } = useTyped();
  return (
    <>
      <Field
        label="New Password"
        error={password !== '' && short ? PASSWORD_TOO_SHORT : errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" readOnly={readOnly} {...register('password')} />
      </Field>
      <Field
        label="Confirm New Password"
        error={confirmation !== '' && differ ? PASSWORDS_DIFFER : errors.confirm_password?.message}
      >
        <PasswordInput
          autoComplete="new-password"
          readOnly={readOnly}
          {...register('confirm_password')}
        />
      </Field>
    </>
  );
}

/** The form's button: disabled until both are long enough and equal. */
export function NewPasswordSubmit({ pending, children }: { pending: boolean; children: string }) {
  const { short, differ } = useTyped();
  return (
    <Button
      type="submit"
      variant="primary"
      disabled={short || differ}
      pending={pending}
      pendingText="Processing..."
    >
      {children}
    </Button>
  );
}

function useTyped() {
  const { control } = useFormContext<NewPassword>();
  const [password, confirmation] = useWatch({ control, name: ['password', 'confirm_password'] });
  return {
    password,
    confirmation,
    short: password.length < PASSWORD_MINIMUM,
    differ: password !== confirmation,
  };
}
