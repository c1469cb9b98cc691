import { useLocation } from 'react-router';
import { navigationState } from '../shell/origin.ts';
import { Dialog } from '../ui/dialog.tsx';
import { AuthForm } from './auth-form.tsx';
import { useEnterDashboard } from './use-enter-dashboard.ts';
import { whatWaits } from './what-waits.ts';

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
