import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../api/query-keys.ts';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { useWarmUp } from '../../shell/use-warm-up.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PasskeyButton } from './passkey-button.tsx';

const SetUpDialog = dialogOnDemand(async () => (await import('./set-up-dialog.tsx')).SetUpDialog);

/** Replaces the console until a moderator has set up two-step sign-in. */
export function SetUpRequired() {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  useWarmUp(SetUpDialog);
  return (
    <>
      <PageHead title="Moderation" />
      <EmptyState
        title="Moderators need two-step sign-in"
        action={
          <div className="flex flex-wrap items-center justify-center gap-2">
            <Button variant="primary" onClick={() => setOpen(true)}>
              Set Up Two-Step Sign-In
            </Button>
            <PasskeyButton
              onDone={() => void queryClient.invalidateQueries({ queryKey: keys.me() })}
            />
          </div>
        }
      >
        You see other people's messages, files and money here, so your password alone is not enough.
        It takes a minute and an authenticator app on your phone.
      </EmptyState>
      {open && (
        <SetUpDialog
          onClose={() => {
            setOpen(false);
            void queryClient.invalidateQueries({ queryKey: keys.me() });
          }}
        />
      )}
    </>
  );
}
