import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { knowsPasskeys } from '../passkeys/passkey-support.ts';
import { loadCalls } from '../passkeys/use-passkey-sign-in.ts';

/** A passkey in place of a code: it opens a session of its own, and the one without a code ends. */
export function PasskeyButton({ onDone }: { onDone?: (() => void) | undefined }) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (!knowsPasskeys()) return null;

  async function use() {
    setPending(true);
    setError(null);
    try {
      const { replaceSessionByPasskey } = await loadCalls();
      await replaceSessionByPasskey();
      onDone?.();
    } catch (cause) {
      setError(errorText(cause));
    }
    setPending(false);
  }

  return (
    <>
      <ErrorBox text={error} />
      <Button pending={pending} onClick={() => void use()}>
        <Fingerprint size={16} aria-hidden />
        Use a Passkey
      </Button>
    </>
  );
}
