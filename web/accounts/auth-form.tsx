import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { AuthMode } from './auth-mode.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

type Panel = { kind: 'form' } | { kind: 'signed-up' } | { kind: 'reset-sent'; email: string };

interface AuthFormProps {
  initialMode?: AuthMode;
  /** What stands in Email at first. */
  email?: string | undefined;
  /** There is a session now. */
  onSuccess: () => void;
}

/** Sign in, sign up and forgot password, and the two panels that end them. */
export function AuthForm({ initialMode = 'signin', email: given, onSuccess }: AuthFormProps) {
  const [mode, setMode] = useState(initialMode);
  // It goes along from one form to the next.
  const [email, setEmail] = useState(given);
  const [panel, setPanel] = useState<Panel>({ kind: 'form' });

  function show(next: AuthMode, typed = email) {
    setEmail(typed);
    setMode(next);
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

/** What stands in place of the form once it has done its work. */
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
