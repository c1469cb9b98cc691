import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { announce } from '../../ui/toasts.tsx';
import { AppForm } from './app-form.tsx';
import { BackupCodeList } from './backup-code-list.tsx';
import { beginApp, makeBackupCodes, type NewApp } from './factor-calls.ts';
import { PasswordStep } from './password-step.tsx';
import { useProved } from './use-proved.ts';

type Stage =
  | { kind: 'begin'; error?: string }
  | { kind: 'app'; app: NewApp }
  | { kind: 'codes'; codes: string[] | null; error?: string };

/** Sets an authenticator app up: scan, show a code, keep the backup codes. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [stage, setStage] = useState<Stage>({ kind: 'begin' });
  const begin = useProved(beginApp);
  const begun = useRef(false);

  function next(app: NewApp | undefined) {
    if (app) setStage({ kind: 'app', app });
  }

  async function start() {
    setStage({ kind: 'begin' });
    await begin.run().then(next, (cause) => setStage({ kind: 'begin', error: errorText(cause) }));
  }

  useEffect(() => {
    // Development mounts twice; one app is enough.
    if (!begun.current) void start();
    begun.current = true;
  });

  async function makeCodes() {
    announce('Two-step sign-in is on.');
    setStage({ kind: 'codes', codes: null });
    await makeBackupCodes({ renew: false }).then(
      (codes) => setStage({ kind: 'codes', codes }),
      (cause) => setStage({ kind: 'codes', codes: null, error: errorText(cause) }),
    );
  }

  const isDone = stage.kind === 'codes';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isDone ? 'Keep Your Backup Codes' : 'Set Up Two-Step Sign-In'}
      footer={
        isDone && (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      {stage.kind === 'begin' &&
        (begin.asked ? (
          <PasswordStep onCancel={onClose} onConfirmed={async () => next(await begin.again())} />
        ) : (
          <Waiting error={stage.error} onRetry={() => void start()} />
        ))}
      {stage.kind === 'app' && (
        <AppForm app={stage.app} onCancel={onClose} onDone={() => void makeCodes()} />
      )}
      {stage.kind === 'codes' &&
        (stage.codes ? (
          <BackupCodeList codes={stage.codes} />
        ) : (
          <Waiting error={stage.error} onRetry={() => void makeCodes()} />
        ))}
    </Dialog>
  );
}

function Waiting({ error, onRetry }: { error: string | undefined; onRetry: () => void }) {
  if (error === undefined) return <Spinner label="One moment" />;
  return <ErrorBox text={error} onRetry={onRetry} />;
}
