import { useWatch } from 'react-hook-form';
import { PASSWORD_MINIMUM, PASSWORD_TOO_SHORT, PASSWORDS_DIFFER } from '#domain/password.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { rootProblem } from './auth-problem.ts';
import { loadAuthCalls } from './load-auth-calls.ts';
import { useAuthForm } from './use-auth-form.ts';

/** The button stays dimmed until both passwords are long enough and alike. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, setError, control, formState, warmUp } = useAuthForm(
    (checks) => checks.newPassword,
    { password: '', confirm_password: '' },
  );
  const { errors, isSubmitting } = formState;
  const [password, confirmation] = useWatch({ control, name: ['password', 'confirm_password'] });
  const short = password.length < PASSWORD_MINIMUM;
  const differ = password !== confirmation;

  const update = handleSubmit(async (form) => {
    try {
      const { updatePassword } = await loadAuthCalls();
      await updatePassword(form.password);
      onDone();
    } catch (cause) {
      setError('root', rootProblem(cause));
    }
  });

  return (
    <form onSubmit={update} onFocus={warmUp} noValidate className="flex flex-col gap-4">
      <ErrorBox text={errors.root?.message} />
      <Field
        label="New Password"
        error={password !== '' && short ? PASSWORD_TOO_SHORT : errors.password?.message}
      >
        <Input
          type="password"
          autoComplete="new-password"
          disabled={isSubmitting}
          {...register('password')}
        />
      </Field>
      <Field
        label="Confirm New Password"
        error={confirmation !== '' && differ ? PASSWORDS_DIFFER : errors.confirm_password?.message}
      >
        <Input
          type="password"
          autoComplete="new-password"
          disabled={isSubmitting}
          {...register('confirm_password')}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        disabled={short || differ}
        pending={isSubmitting}
        pendingText="Processing..."
      >
        Update Password
      </Button>
    </form>
  );
}
