import { useSyncExternalStore } from 'react';
import type { CodeLines } from '#domain/code.ts';
import { MAX_CODE_LINES } from '#domain/limits.ts';
import { userStorage } from '../api/user-storage.ts';
import { createStore } from '../ui/create-store.ts';

const NONE: readonly CodeLines[] = [];
const known = new Map<string, readonly CodeLines[]>();
const store = createStore(known);
userStorage.onEmptied(() => {
  known.clear();
  store.set(known);
});

/** The lines that the next message of a request is about; kept in this browser until it is sent. */
export const codeReferences = {
  of(ticketId: string): readonly CodeLines[] {
    const lines = known.get(ticketId) ?? read(ticketId);
    known.set(ticketId, lines);
    return lines;
  },

  /** False where there are too many already. */
  add(ticketId: string, lines: CodeLines): boolean {
    const before = codeReferences.of(ticketId);
    if (before.some((one) => keyOfLines(one) === keyOfLines(lines))) return true;
    if (before.length >= MAX_CODE_LINES) return false;
    write(ticketId, [...before, lines]);
    return true;
  },

  remove(ticketId: string, lines: CodeLines): void {
    write(
      ticketId,
      codeReferences.of(ticketId).filter((one) => keyOfLines(one) !== keyOfLines(lines)),
    );
  },

  set: write,
};

/** The lines that the next message is about. */
export function useCodeReferences(ticketId: string): readonly CodeLines[] {
  return useSyncExternalStore(store.subscribe, () => codeReferences.of(ticketId));
}

/** Tells lines from others. */
export function keyOfLines({ snapshot_id, path, from_line, to_line }: CodeLines): string {
  return `${snapshot_id} ${from_line} ${to_line} ${path}`;
}

function storageKey(ticketId: string): string {
  return `code.${ticketId}`;
}

function read(ticketId: string): readonly CodeLines[] {
  try {
    const stored: unknown = JSON.parse(userStorage.read(storageKey(ticketId)) ?? '[]');
    return Array.isArray(stored) ? stored : NONE;
  } catch {
    return NONE;
  }
}

function write(ticketId: string, lines: readonly CodeLines[]): void {
  known.set(ticketId, lines);
  if (lines.length === 0) userStorage.remove(storageKey(ticketId));
  else userStorage.write(storageKey(ticketId), JSON.stringify(lines));
  store.set(known);
}
