import { readFile, writeFile } from 'node:fs/promises';
import type { FileSecret, Rotation, Unread } from '#domain/secret.ts';
import { Budget, shownPath } from './budget.ts';
import { describe } from './find-secrets.ts';
import { Masking } from './masking.ts';
import { look } from './scan-text.ts';
import { walk } from './walk.ts';

// Tasks for worker threads.

/** Nobody reads on. */
const MAX_FOUND = 100;

export interface FileScan {
  items: FileSecret[];
  /** Whether all of it was looked through. */
  is_complete: boolean;
  /** What was not. */
  unread: Unread[];
}

/** Keys and passwords in a file of this machine, and in all that is in it. */
export async function lookThrough(path: string): Promise<FileScan> {
  const items: FileSecret[] = [];
  const budget = new Budget();
  const note = (text: string, place: string | null, isName = false) => {
    const room = MAX_FOUND - items.length;
    if (room <= 0) return text;
    for (const { start, end, line, ...secret } of describe(text, look(text, room)))
      items.push({ ...secret, path: shownPath(place), line: isName ? 0 : line });
    if (items.length === MAX_FOUND) budget.note(null, 'too_many');
    return text;
  };
  await walk(
    await readFile(path),
    { path: null, depth: 0 },
    {
      budget,
      isRewriting: false,
      isLeavingOut: false,
      cannotChange: () => undefined,
      text: (text, place) => note(text, place),
      name: (name, archive) => note(name, archive, true),
    },
  );
  return { items, is_complete: budget.unread.length === 0, unread: budget.unread };
}

export interface MaskedFile {
  /** What the copy is called. */
  name: string;
  /** Whether there is a copy; no other kind of file than text and archives can be written anew. */
  is_written: boolean;
  /** Bytes of the copy. */
  size: number;
  /** What its owner is to replace wherever it is in use. */
  rotate: Rotation[];
  /** A `.env` of harmless values for whoever gets the copy. */
  dummy_env: string;
  /** What is not in the copy: it holds a secret and cannot be written anew. */
  left_out: (string | null)[];
  /** What is not in the copy either: it could not be looked through. */
  unread: Unread[];
}

interface ToMask {
  from: string;
  to: string;
  name: string;
}

/** Writes a copy of a file in which a placeholder stands for each secret, also in its name. */
export async function maskTo({ from, to, name }: ToMask): Promise<MaskedFile> {
  const masking = new Masking();
  const nameOf = (one: string, archive: string | null) => masking.text(one, archive, true);
  const masked = nameOf(name, null);
  const budget = new Budget();
  const leftOut: (string | null)[] = [];
  const copy = await walk(
    await readFile(from),
    { path: null, depth: 0 },
    {
      budget,
      isRewriting: true,
      isLeavingOut: true,
      cannotChange: (path) => leftOut.push(path),
      text: (text, path) => masking.text(text, path),
      name: nameOf,
    },
  );
  const isWritten = copy !== null && masked !== null;
  if (isWritten) await writeFile(to, copy, { flag: 'wx', mode: 0o600 });
  return {
    name: masked ?? '',
    is_written: isWritten,
    size: copy?.length ?? 0,
    rotate: masking.rotate,
    dummy_env: masking.dummyEnv,
    left_out: [...new Set(leftOut)],
    unread: budget.unread,
  };
}
