import { useState } from 'react';
import { useLocation } from 'react-router';
import { navigationState } from '../shell/origin.ts';
import { Dialog } from '../ui/dialog.tsx';
import { AuthForm } from './auth-form.tsx';
import type { AuthMode } from './auth-mode.ts';
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
  const initialMode = forgot ? 'forgot-password' : 'signin';
  const [mode, setMode] = useState<AuthMode | null>(null);
  const openChange = (next: boolean) => {
    setMode(null);
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={openChange}
      title="Sign In"
      heading={headings[mode ?? initialMode]}
      description={waiting}
      size="sm"
    >
      <AuthForm
        initialMode={initialMode}
        email={email}
        onMode={setMode}
        onSuccess={() => {
          openChange(false);
          enterDashboard();
        }}
      />
    </Dialog>
  );
}

/** What is seen as the title. Source of its name: specification 2.2. */
const headings: Record<AuthMode, string | undefined> = {
  signin: undefined,
  signup: 'Create your account',
  'forgot-password': 'Reset your password',
};
