import { tryStorage } from '../api/try-storage.ts';
import { createStore, useStore } from '../ui/create-store.ts';

/** The key that sends a message: Enter alone, or with Ctrl or Cmd. */
export type SendKey = 'enter' | 'modifier';

const STORED_AS = 'unblock.send-key';
const chosen = createStore(typeof document === 'undefined' ? 'modifier' : stored());

/** As chosen on this device; by default Enter makes a new line. */
export function useSendKey(): [SendKey, (key: SendKey) => void] {
  return [useStore(chosen), choose];
}

/** The sentence under the composer. */
export function sendKeyWords(key: SendKey): string {
  return key === 'enter' ? 'Enter sends' : `${modifierName()} + Enter sends`;
}

export function modifierName(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}

function choose(key: SendKey): void {
  // Without storage the choice lasts as long as the page.
  tryStorage(() => localStorage.setItem(STORED_AS, key));
  chosen.set(key);
}

function stored(): SendKey {
  return tryStorage(() => localStorage.getItem(STORED_AS)) === 'enter' ? 'enter' : 'modifier';
}
