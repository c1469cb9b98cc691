import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../api/auth.ts';
import { keys } from '../api/query-keys.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { alertFailure } from '../ui/alert-failure.tsx';
import { Button } from '../ui/button.tsx';
import { announce } from '../ui/toasts.tsx';
import { AccountSection } from './account-section.tsx';
import { authErrorText } from './auth-error.ts';
import { SessionList } from './session-list.tsx';

const ChangePasswordDialog = dialogOnDemand(
  async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
);

/** Password and signed-in devices. */
export function SecuritySection() {
  const [changing, setChanging] = useState(false);
  useWarmUp(ChangePasswordDialog);
  const signOutOthers = useSignOutOthers();
  return (
    <AccountSection id="security" title="Security">
      <div className="card divide-y divide-line">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
          <div className="min-w-0">
            <h3 className="font-sans text-sm font-medium tracking-normal">Password</h3>
            <p className="text-sm text-ink-soft">Choose one that you use nowhere else.</p>
          </div>
          <Button onClick={() => setChanging(true)}>Change Password</Button>
        </div>
        <div className="p-4 pb-3">
          <h3 className="font-sans text-sm font-medium tracking-normal">Signed-in devices</h3>
          <SessionList />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
          <p className="min-w-0 text-sm text-ink-soft">A device you do not know?</p>
          <Button pending={signOutOthers.isPending} onClick={() => signOutOthers.mutate()}>
            Sign Out Other Devices
          </Button>
        </div>
      </div>
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </AccountSection>
  );
}

function useSignOutOthers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { error } = await auth().signOut({ scope: 'others' });
      if (error) throw error;
    },
    onSuccess: () => announce('Your other devices were signed out.'),
    onError: (cause) =>
      alertFailure('Failed to sign out your other devices.', authErrorText(cause)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.sessions() }),
  });
}
