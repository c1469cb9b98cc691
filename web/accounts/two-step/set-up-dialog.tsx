import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorText } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { announce } from '../../ui/toasts.tsx';
import { BackupCodeList } from './backup-code-list.tsx';
import { CODE_RULES, CodeField } from './code-field.tsx';
import { beginApp, makeBackupCodes, type NewApp, showCode } from './factor-calls.ts';
import { PasswordStep } from './password-step.tsx';
import { useProved } from './use-proved.ts';

type Stage =
  | { kind: 'begin'; error?: string }
  | { kind: 'app'; app: NewApp }
  | { kind: 'codes'; codes: string[] | null; error?: string };

/** Sets up an authenticator app: scan, enter a code, keep the backup codes. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [stage, setStage] = useState<Stage>({ kind: 'begin' });
  const begin = useProved(beginApp);
  const begun = useRef(false);
  const [sending, setSending] = useState(false);

  function next(app: NewApp | undefined) {
    if (app) setStage({ kind: 'app', app });
  }

  async function start() {
    setStage({ kind: 'begin' });
    await begin.run().then(next, (cause) => setStage({ kind: 'begin', error: errorText(cause) }));
  }

  useEffect(() => {
    // React mounts twice in development; one app is enough.
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
  const isMaking = isDone && !stage.codes && stage.error === undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      // Codes are not shown again: Escape or a click beside must not take them away.
      locked={sending || isMaking || (isDone && stage.codes !== null)}
      title={isDone ? 'Keep Your Backup Codes' : 'Set Up Two-Step Sign-In'}
      footer={
        isDone && (
          <Button variant="primary" disabled={isMaking} onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      {stage.kind === 'begin' &&
        (begin.asked ? (
          <PasswordStep
            onCancel={onClose}
            onConfirmed={async () => next(await begin.again())}
            onSending={setSending}
          />
        ) : (
          <Waiting error={stage.error} onRetry={() => void start()} />
        ))}
      {stage.kind === 'app' && (
        <AppForm
          app={stage.app}
          onCancel={onClose}
          onSending={setSending}
          onDone={() => void makeCodes()}
        />
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

interface AppFormProps {
  app: NewApp;
  onCancel: () => void;
  onSending: (sending: boolean) => void;
  onDone: () => void;
}

/** Shows the secret to scan, and asks for a code of it. */
function AppForm({ app, onCancel, onSending, onDone }: AppFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;

  const verify = handleSubmit(async ({ code }) => {
    onSending(true);
    try {
      await showCode(app.id, code);
      onDone();
    } catch (cause) {
      setError('code', { message: errorText(cause) }, { shouldFocus: true });
    } finally {
      onSending(false);
    }
  });

  return (
    <form onSubmit={verify} noValidate className="flex flex-col gap-5">
      <ol className="flex list-decimal flex-col gap-4 pl-5 text-sm leading-relaxed marker:font-medium">
        <li>
          <p>Scan this with your authenticator app, or type the key into it.</p>
          <div className="mt-3 flex flex-col gap-4 sm:flex-row sm:items-center">
            <img
              src={app.qrCode}
              alt="QR code for your authenticator app"
              className="size-44 shrink-0 self-center rounded border border-line bg-white"
            />
            <div className="flex min-w-0 flex-col items-start gap-2">
              <dl className="min-w-0">
                <dt className="text-2xs text-ink-soft">Key</dt>
                <dd className="font-mono text-sm break-words">
                  {app.secret.match(/.{1,4}/g)?.join(' ')}
                </dd>
              </dl>
              <CopyButton text={app.secret} label="Copy Key" />
            </div>
          </div>
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <CodeField
        kind="app"
        error={errors.code?.message}
        readOnly={isSubmitting}
        {...register('code', CODE_RULES.app)}
      />
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        <FormButtons
          act="Turn On"
          pending={isSubmitting}
          pendingText="Checking..."
          onCancel={onCancel}
        />
      </div>
    </form>
  );
}
