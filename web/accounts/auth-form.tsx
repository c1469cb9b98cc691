import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import type { AuthMode } from './auth-mode.ts';
import { rootProblem } from './auth-problem.ts';
import { loadAuthCalls } from './load-auth-calls.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useAuthForm } from './use-auth-form.ts';

type Panel = { kind: 'form' } | { kind: 'signed-up' } | { kind: 'reset-sent'; email: string };

interface AuthFormProps {
  initialMode?: AuthMode;
  /** Told of each other form. */
  onMode?: (mode: AuthMode) => void;
  /** Signing up takes an address and a password alone. */
  short?: boolean;
  /** The first value of Email. */
  email?: string | undefined;
  onSuccess: () => void;
}

/** Sign in, sign up and forgot password, with the two panels that follow. */
export function AuthForm({
  initialMode = 'signin',
  onMode,
  short = false,
  email: given,
  onSuccess,
}: AuthFormProps) {
  const [mode, setMode] = useState(initialMode);
  const [isChanged, setChanged] = useState(false);
  // It goes along from one form to the next.
  const [email, setEmail] = useState(given);
  const [panel, setPanel] = useState<Panel>({ kind: 'form' });

  function show(next: AuthMode, typed = email) {
    setEmail(typed);
    setMode(next);
    setChanged(true);
    onMode?.(next);
    setPanel({ kind: 'form' });
  }

  if (panel.kind === 'signed-up') {
    return (
      <AuthPanel action="Go to Sign In" onAction={() => show('signin')}>
        Your account has been created! You can now sign in.
      </AuthPanel>
    );
  }
  if (panel.kind === 'reset-sent') {
    return (
      <AuthPanel action="Return to Sign In" onAction={() => show('signin')}>
        Password reset instructions have been sent to your email {panel.email}.
      </AuthPanel>
    );
  }
  switch (mode) {
    case 'signin':
      return <SignInForm email={email} onSuccess={onSuccess} onMode={show} />;
    case 'signup':
      return (
        <SignUpForm
          email={email}
          short={short}
          focused={short || isChanged}
          onSuccess={onSuccess}
          onCreated={() => setPanel({ kind: 'signed-up' })}
          onMode={show}
        />
      );
    case 'forgot-password':
      return (
        <ForgotPasswordForm
          email={email}
          onSent={(email) => setPanel({ kind: 'reset-sent', email })}
          onMode={show}
        />
      );
  }
}

interface AuthPanelProps {
  children: ReactNode;
  action: string;
  onAction: () => void;
}

/** Replaces the form after success. */
function AuthPanel({ children, action, onAction }: AuthPanelProps) {
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex gap-2.5 rounded bg-go-soft p-3 text-sm text-go-ink">
        <CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0" />
        <span className="min-w-0 break-words">{children}</span>
      </p>
      <Button variant="primary" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}

interface ForgotPasswordFormProps {
  email: string | undefined;
  onSent: (email: string) => void;
  onMode: (mode: AuthMode, email: string) => void;
}

function ForgotPasswordForm({ email = '', onSent, onMode }: ForgotPasswordFormProps) {
  const { register, handleSubmit, setError, setFocus, getValues, formState, warmUp } = useAuthForm(
    (checks) => checks.forgotPassword,
    { email },
  );
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'email');

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
