import { useLocation } from 'react-router';
import { paths } from '#domain/paths.ts';
import { shortId } from '#domain/ticket-words.ts';
import { navigationState } from '../shell/origin.ts';
import { Dialog } from '../ui/dialog.tsx';
import { AuthForm } from './auth-form.tsx';
import { useEnterDashboard } from './use-enter-dashboard.ts';

interface SignInDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function SignInDialog({ open, onOpenChange }: SignInDialogProps) {
  const enterDashboard = useEnterDashboard();
  const { email, from, forgot } = navigationState(useLocation());
  const waiting = whatWaits(from);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Sign In" description={waiting} size="sm">
      <AuthForm
        headed
        initialMode={forgot ? 'forgot-password' : 'signin'}
        email={email}
        onSuccess={() => {
          onOpenChange(false);
          enterDashboard();
        }}
      />
    </Dialog>
  );
}

const REQUEST =
  /^\/(?:dashboard\/(?:customer|developer)\/plan|discussions)\/([\da-f-]{36})(?:[/?#]|$)/i;

/**
 * What a signed-out person was going to see, by its address alone: whether it exists, and whether it is
 * theirs, is for later. Null where there is nothing to name.
 */
function whatWaits(from: string | undefined): string | null {
  if (from?.startsWith(paths.connectByCode())) return 'Sign in to connect a program.';
  if (from?.startsWith(paths.draft(''))) return 'Sign in to open the draft of your program.';
  if (from?.startsWith(paths.unblocker(''))) return 'Sign in to invite an unblocker.';
  const [, id] = REQUEST.exec(from ?? '') ?? [];
  return id ? `Sign in to see request #${shortId(id)}.` : null;
}
