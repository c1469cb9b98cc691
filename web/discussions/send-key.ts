import { useSyncExternalStore } from 'react';

/** What sends a message: Enter alone, or together with Ctrl or Cmd. */
export type SendKey = 'enter' | 'modifier';

const STORED_AS = 'unblock.send-key';
const listeners = new Set<() => void>();
let chosen: SendKey | undefined;

/** As the person chose it on this device; until then Enter makes a new line. */
export function useSendKey(): [SendKey, (key: SendKey) => void] {
  return [useSyncExternalStore(subscribe, read), choose];
}

/** The sentence under the composer. */
export function sendKeyWords(key: SendKey): string {
  return key === 'enter' ? 'Enter sends' : `${modifierName()} + Enter sends`;
}

export function modifierName(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): SendKey {
  chosen ??= stored();
  return chosen;
}

function choose(key: SendKey): void {
  chosen = key;
  try {
    localStorage.setItem(STORED_AS, key);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function stored(): SendKey {
  try {
    return localStorage.getItem(STORED_AS) === 'enter' ? 'enter' : 'modifier';
  } catch {
    return 'modifier';
  }
}
