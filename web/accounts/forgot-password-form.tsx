import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import type { AuthMode } from './auth-mode.ts';
import { rootProblem } from './auth-problem.ts';
import { loadAuthCalls } from './load-auth-calls.ts';
import { useAuthForm } from './use-auth-form.ts';

interface ForgotPasswordFormProps {
  /** What stands in Email at first. */
  email: string | undefined;
  onSent: (email: string) => void;
  onMode: (mode: AuthMode, email: string) => void;
}

export function ForgotPasswordForm({ email = '', onSent, onMode }: ForgotPasswordFormProps) {
  const { register, handleSubmit, setError, getValues, formState, warmUp } = useAuthForm(
    (checks) => checks.forgotPassword,
    { email },
  );
  const { errors, isSubmitting } = formState;

  const send = handleSubmit(async ({ email }) => {
    try {
      const { sendResetLink } = await loadAuthCalls();
      await sendResetLink(email);
      onSent(email);
    } catch (cause) {
      setError('root', rootProblem(cause));
    }
  });

  return (
    <form onSubmit={send} onFocus={warmUp} noValidate className="flex flex-col gap-4">
      <p className="text-sm text-ink-soft">
        Enter the email of your account, and we send you a link to choose a new password.
      </p>
      <ErrorBox text={errors.root?.message} />
      <Field label="Email" error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="username"
          disabled={isSubmitting}
          {...register('email')}
        />
      </Field>
      <Button type="submit" variant="primary" pending={isSubmitting} pendingText="Processing...">
        Send Reset Link
      </Button>
      <Button
        variant="ghost"
        disabled={isSubmitting}
        onClick={() => onMode('signin', getValues('email'))}
      >
        Back to Sign In
      </Button>
    </form>
  );
}
