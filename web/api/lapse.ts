import { openDialogs } from '../ui/open-dialogs.ts';
import { networkError } from './api-error.ts';
import { sessionStore } from './session-store.ts';

let screens = 0;

/** A screen stays when its session is lost, and asks for it. Returns a function that ends that. */
export function staysWhenLapsed(): () => void {
  screens += 1;
  return () => {
    screens -= 1;
  };
}

/** Whether a screen that would stay has an open form. */
export function somethingIsWritten(): boolean {
  if (screens === 0) return false;
  const texts = [...document.querySelectorAll<HTMLTextAreaElement>('main textarea')];
  return openDialogs.any() || texts.some(({ value }) => value.trim() !== '');
}

/**
 * Waits while the screen's session is lost, so that what its person began goes on once they are back.
 * @throws ApiError when the screen was left, or somebody else is there; the signal's reason
 */
export function signedInAgain(signal?: AbortSignal | null): Promise<void> {
  const { lapsed } = sessionStore.get();
  if (!lapsed) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = sessionStore.subscribe(look);
    signal?.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
    function look() {
      const known = sessionStore.get();
      if (known.lapsed) return;
      stop();
      if (known.session?.user.id === lapsed?.person) resolve();
      else reject(networkError());
    }
  });
}
