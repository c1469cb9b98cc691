import { Dialog } from '../ui/dialog.tsx';
import { AuthForm } from './auth-form.tsx';
import { useEnterDashboard } from './use-enter-dashboard.ts';

interface SignInDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function SignInDialog({ open, onOpenChange }: SignInDialogProps) {
  const enterDashboard = useEnterDashboard();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Sign In" size="sm">
      <AuthForm
        onSuccess={() => {
          onOpenChange(false);
          enterDashboard();
        }}
      />
    </Dialog>
  );
}
