import { Clock } from 'lucide-react';
import { type Lapsed, sessionStore } from '../api/session-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { CodeForm } from './two-step/code-form.tsx';
import { PasskeyButton } from './two-step/passkey-button.tsx';

interface SignInAgainDialogProps {
  lapsed: Lapsed;
  /** The password was right, and a code is needed too. */
  codeOwed: boolean;
  /** The screen is given up. */
  onClose: () => void;
}

/**
 * Over a form whose session is lost: the form goes on as it stood once its person is back. Whoever else
 * sits here by now reads nothing of it.
 */
export function SignInAgainDialog({ lapsed, codeOwed, onClose }: SignInAgainDialogProps) {
  const { email, elsewhere } = lapsed;

  /** Somebody else has signed in here: the screen is theirs. */
  function entered() {
    if (sessionStore.get().lapsed?.elsewhere) onClose();
  }

  return (
    <Dialog
      open
      solid
      onOpenChange={onClose}
      title="Sign in to go on"
      size="sm"
      description={
        <>
          <p role="alert" className="flex items-start gap-2 font-medium text-ink">
            <Clock size={16} aria-hidden className="mt-0.5 shrink-0" />
            <span>{elsewhere ? OTHER : EXPIRED}</span>
          </p>
          <p className="mt-2">
            What you wrote is kept. It goes on as it stood once{' '}
            <b className="font-medium text-ink">{email ?? 'you'}</b>{' '}
            {email ? 'is signed in again.' : 'are signed in again.'}
          </p>
        </>
      }
    >
      {codeOwed ? (
        <div className="flex flex-col gap-4">
          <p className="text-sm text-ink-soft">Two-step sign-in is on: one step is left.</p>
          <CodeForm />
          <PasskeyButton />
        </div>
      ) : (
        <SignInForm email={email} onSuccess={entered} />
      )}
    </Dialog>
  );
}

/** Source: specification 8, "Feedback". */
const EXPIRED = 'Your session has expired. Please log in again.';
const OTHER = 'Somebody else has signed in, in another tab of this browser.';
