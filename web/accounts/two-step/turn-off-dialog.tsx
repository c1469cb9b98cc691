import { useRun } from '../../api/use-run.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { announce } from '../../ui/toasts.tsx';
import { type Factors, turnOff } from './factor-calls.ts';
import { PasswordStep } from './password-step.tsx';
import { useProved } from './use-proved.ts';

interface TurnOffDialogProps {
  apps: Factors['apps'];
  onClose: () => void;
}

/** Says what is removed, and asks for the password if the sign-in is not recent. */
export function TurnOffDialog({ apps, onClose }: TurnOffDialogProps) {
  const off = useProved(async () => {
    await turnOff(apps);
    return true;
  });
  const { pending, failure, setPending, run } = useRun();

  function done(isOff: boolean | undefined) {
    if (!isOff) return;
    announce('Two-step sign-in is off.');
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Turn Off Two-Step Sign-In"
      size="sm"
      locked={pending}
      description="Your password alone will sign you in, and your backup codes will work no longer. We tell you by mail."
      footer={
        !off.asked && (
          <>
            <Button disabled={pending} onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="danger"
              pending={pending}
              onClick={() => void run(async () => done(await off.run()))}
            >
              Turn Off
            </Button>
          </>
        )
      }
    >
      <ErrorBox text={failure} />
      {off.asked && (
        <PasswordStep
          onCancel={onClose}
          onConfirmed={async () => done(await off.again())}
          onSending={setPending}
        />
      )}
    </Dialog>
  );
}
