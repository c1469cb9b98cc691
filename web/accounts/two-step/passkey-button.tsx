import { Fingerprint } from 'lucide-react';
import { useRun } from '../../api/use-run.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { knowsPasskeys } from '../passkeys/passkey-support.ts';
import { loadCalls } from '../passkeys/use-passkey-sign-in.ts';

/** A passkey in place of a code: it opens a session of its own, and the one without a code ends. */
export function PasskeyButton({ onDone }: { onDone?: (() => void) | undefined }) {
  const { pending, failure, run } = useRun();
  if (!knowsPasskeys()) return null;

  const use = () =>
    run(async () => {
      const { replaceSessionByPasskey } = await loadCalls();
      await replaceSessionByPasskey();
      onDone?.();
    });

  return (
    <>
      <ErrorBox text={failure} />
      <Button pending={pending} onClick={() => void use()}>
        <Fingerprint size={16} aria-hidden />
        Use a Passkey
      </Button>
    </>
  );
}
