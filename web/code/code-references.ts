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

/** The lines that the next message of a conversation is about; kept in this browser until it is sent. */
export const codeReferences = {
  of(conversation: string): readonly CodeLines[] {
    const lines = known.get(conversation) ?? read(conversation);
    known.set(conversation, lines);
    return lines;
  },

  /** False where there are too many already. */
  add(conversation: string, lines: CodeLines): boolean {
    const before = codeReferences.of(conversation);
    if (before.some((one) => keyOfLines(one) === keyOfLines(lines))) return true;
    if (before.length >= MAX_CODE_LINES) return false;
    write(conversation, [...before, lines]);
    return true;
  },

  remove(conversation: string, lines: CodeLines): void {
    write(
      conversation,
      codeReferences.of(conversation).filter((one) => keyOfLines(one) !== keyOfLines(lines)),
    );
  },

  /** Adds the lines to another conversation's, for which they are now. */
  move(from: string, to: string): void {
    const moved = codeReferences.of(from);
    if (moved.length === 0) return;
    for (const lines of moved) codeReferences.add(to, lines);
    write(from, NONE);
  },

  set: write,
};

/** The lines that the next message is about. */
export function useCodeReferences(conversation: string): readonly CodeLines[] {
  return useSyncExternalStore(store.subscribe, () => codeReferences.of(conversation));
}

/** Tells lines from others. */
export function keyOfLines({ snapshot_id, path, from_line, to_line }: CodeLines): string {
  return `${snapshot_id} ${from_line} ${to_line} ${path}`;
}

function storageKey(conversation: string): string {
  return `code.${conversation}`;
}

function read(conversation: string): readonly CodeLines[] {
  const stored = userStorage.readValue(storageKey(conversation));
  return Array.isArray(stored) ? stored : NONE;
}

function write(conversation: string, lines: readonly CodeLines[]): void {
  known.set(conversation, lines);
  if (lines.length === 0) userStorage.remove(storageKey(conversation));
  else userStorage.writeValue(storageKey(conversation), lines);
  store.set(known);
}
