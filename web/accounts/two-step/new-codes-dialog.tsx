import { useState } from 'react';
import { useRun } from '../../api/use-run.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { BackupCodeList } from './backup-code-list.tsx';
import { makeBackupCodes } from './factor-calls.ts';
import { PasswordStep } from './password-step.tsx';
import { useProved } from './use-proved.ts';

interface NewCodesDialogProps {
  /** Whether existing codes are replaced. */
  renew: boolean;
  onClose: () => void;
}

export function NewCodesDialog({ renew, onClose }: NewCodesDialogProps) {
  const making = useProved(() => makeBackupCodes({ renew }));
  const [codes, setCodes] = useState<string[]>();
  const { pending, failure, setPending, run } = useRun();

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={codes ? 'Keep Your Backup Codes' : 'New Backup Codes'}
      // They are not shown again: Escape or a click beside must not take them away.
      locked={pending || codes !== undefined}
      footer={
        codes ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          !making.asked && (
            <>
              <Button disabled={pending} onClick={onClose}>
                Cancel
              </Button>
              <Button
                variant="primary"
                pending={pending}
                onClick={() => void run(async () => setCodes(await making.run()))}
              >
                Make New Codes
              </Button>
            </>
          )
        )
      }
    >
      <ErrorBox text={failure} />
      {!codes && (
        <p className="mb-4 text-sm leading-relaxed">
          You get ten codes.{renew && ' Those you have now will work no longer.'}
        </p>
      )}
      {!codes && making.asked && (
        <PasswordStep
          onCancel={onClose}
          onConfirmed={async () => setCodes(await making.again())}
          onSending={setPending}
        />
      )}
      {codes && <BackupCodeList codes={codes} />}
    </Dialog>
  );
}
