import type { Readable } from 'node:stream';
import type { TextView } from '#domain/file.ts';
import { Refusal } from '#domain/refusals.ts';
import type { FileStore } from '../store/store.ts';
import { readEntry } from './archive.ts';
import { readBeginning } from './archive-texts.ts';
import type { Served } from './serve.ts';

const MAX_TEXT_BYTES = 512 * 1024;

/**
 * The beginning of a text file, to be looked at without saving it.
 * @throws Refusal `not_text`
 */
export async function viewText(store: FileStore, { key, name, size }: Served): Promise<TextView> {
  if (size === 0) return { name, text: '', is_complete: true };
  const beginning = await store.read(`originals/${key}`, { start: 0, end: MAX_TEXT_BYTES });
  return { name, ...(await readText(beginning)) };
}

/**
 * Runs in a worker: the same of one text inside a zip archive on this machine.
 * @throws Refusal `not_text`, `not_an_archive`, `not_found` for an unknown entry
 */
export async function viewEntry({
  path,
  entry,
}: {
  path: string;
  entry: string;
}): Promise<TextView> {
  return { name: entry, ...(await readEntry(path, entry, readText)) };
}

async function readText(bytes: Readable): Promise<Omit<TextView, 'name'>> {
  // One byte more than is shown tells that there is more.
  const beginning = await readBeginning(bytes, MAX_TEXT_BYTES + 1).catch(() => {
    throw new Refusal('not_text');
  });
  const is_complete = beginning.length <= MAX_TEXT_BYTES;
  return { text: decode(beginning.subarray(0, MAX_TEXT_BYTES), is_complete), is_complete };
}

/** @throws Refusal `not_text` for anything but UTF-8 without NUL */
function decode(bytes: Buffer, isComplete: boolean): string {
  try {
    // A character that the cut went through is left out.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isComplete });
    if (!text.includes('\0')) return text;
  } catch {
    // Falls through to the one answer.
  }
  throw new Refusal('not_text');
}
