import { useEffect, useRef, useState } from 'react';
import { orNetworkError } from '../../api/api-error.ts';
import { knowsPasskeys, offersInFields } from './passkey-support.ts';

/**
 * Signing in by a passkey: `use` opens the browser's dialog, and while the form is there the browser
 * offers passkeys in the Email field. `isKnown` is false where it has none.
 */
export function usePasskeySignIn(onSuccess: () => void, onFailure: (cause: unknown) => void) {
  const [isKnown, setKnown] = useState(false);
  const offer = useRef<AbortController>(undefined);
  const done = useRef(onSuccess);
  done.current = onSuccess;

  useEffect(() => {
    setKnown(knowsPasskeys());
    const controller = new AbortController();
    offer.current = controller;
    // The browser says by itself when there is nothing to offer, or that it was ended.
    void offerInField(controller.signal, () => done.current()).catch(() => undefined);
    return () => controller.abort();
  }, []);

  async function use(): Promise<void> {
    // A browser asks one question at a time.
    offer.current?.abort();
    try {
      const { signInByPasskey } = await loadCalls();
      await signInByPasskey();
      onSuccess();
    } catch (cause) {
      onFailure(cause);
    }
  }

  return { isKnown, use };
}

async function offerInField(signal: AbortSignal, onSuccess: () => void): Promise<void> {
  if (!(await offersInFields()) || signal.aborted) return;
  const { signInByPasskey } = await loadCalls();
  if (signal.aborted) return;
  await signInByPasskey({ signal });
  onSuccess();
}

/** With the sign-in client, which weighs more than the form. */
export function loadCalls() {
  return orNetworkError(import('./passkey-calls.ts'));
}
