import { useLocation } from 'react-router';
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
  const { email } = navigationState(useLocation());
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Sign In" size="sm">
      <AuthForm
        email={email}
        onSuccess={() => {
          onOpenChange(false);
          enterDashboard();
        }}
      />
    </Dialog>
  );
}
