import { Link, useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import type { AuthMode } from './auth-mode.ts';
import { rootProblem } from './auth-problem.ts';
import { loadAuthCalls } from './load-auth-calls.ts';
import { OtherWays } from './other-ways.tsx';
import { PasswordInput } from './password-input.tsx';
import { TextButton } from './text-button.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface SignInFormProps {
  /** What stands in Email at first. */
  email: string | undefined;
  onSuccess: () => void;
  /** Absent where the person is known: they have an account. */
  onMode?: (mode: AuthMode, email: string) => void;
}

export function SignInForm({ email = '', onSuccess, onMode }: SignInFormProps) {
  const { register, handleSubmit, setError, setFocus, getValues, formState, warmUp } = useAuthForm(
    (checks) => checks.signIn,
    { email, password: '' },
  );
  const { errors, isSubmitting } = formState;
  const navigate = useNavigate();
  useFirstFocus(setFocus, onMode ? 'email' : 'password');

  const enter = handleSubmit(async (credentials) => {
    try {
      const { signIn } = await loadAuthCalls();
      await signIn(credentials);
      onSuccess();
    } catch (cause) {
      setError('root', rootProblem(cause));
    }
  });

  return (
    <form onSubmit={enter} onFocus={warmUp} noValidate className="flex flex-col gap-4">
      <ErrorBox
        text={errors.root?.message}
        action={
          errors.root?.type === 'user_banned' ? (
            <Link to={paths.suspended()} className="link shrink-0">
              What This Means
            </Link>
          ) : (
            errors.root?.type === 'email_not_confirmed' && (
              <TextButton
                className="text-harm-ink!"
                onClick={() =>
                  navigate(paths.verificationPending(), { state: { email: getValues('email') } })
                }
              >
                Send the email again
              </TextButton>
            )
          )
        }
      />
      <Field label="Email" error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="username webauthn"
          disabled={isSubmitting}
          {...register('email')}
        />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          disabled={isSubmitting}
          {...register('password')}
        />
      </Field>
      {onMode && (
        <TextButton
          className="-mt-2 self-end"
          disabled={isSubmitting}
          onClick={() => onMode('forgot-password', getValues('email'))}
        >
          Forgot password?
        </TextButton>
      )}
      <Button type="submit" variant="primary" pending={isSubmitting} pendingText="Processing...">
        Sign In
      </Button>
      <OtherWays
        onSuccess={onSuccess}
        onFailure={(cause) => setError('root', rootProblem(cause))}
      />
      {onMode && (
        <TextButton disabled={isSubmitting} onClick={() => onMode('signup', getValues('email'))}>
          Need an account? Sign up
        </TextButton>
      )}
    </form>
  );
}
