import { type CodeFile, SHOWN_TEXT_BYTES } from '#domain/code.ts';
import type { Asker } from '#domain/relation.ts';
import { readBeginning } from '../files/archive-texts.ts';
import { codeLink } from '../files/link.ts';
import { decode, encodingOf } from '../files/shield/encoding.ts';
import type { Context } from '../lifecycle/context.ts';
import type { FileStore } from '../store/store.ts';
import { asStream, contentsIn, type StoredFile, storedFile } from './snapshot-files.ts';
import { snapshotToRead } from './snapshot-rows.ts';

/**
 * One file of a version: a text as far as it is shown, of anything else where its bytes are to be had.
 * @throws Refusal `not_found`, or why the version stays closed
 */
export async function codeFileFor(
  { db, config, files }: Pick<Context, 'db' | 'config' | 'files'>,
  viewer: Asker,
  { id, path }: { id: string; path: string },
): Promise<CodeFile> {
  const version = await snapshotToRead(db, viewer, { id, part: 'contents', after: { path } });
  const file = await storedFile(db, version, path);
  const isText = file.kind === 'text' || file.kind === 'large';
  return {
    path,
    size: file.size,
    kind: file.kind,
    text: isText ? await textOf(files, file) : null,
    lines: file.lines,
    is_complete: file.size <= SHOWN_TEXT_BYTES,
    url: file.kind === 'text' ? null : codeLink(config, { id, path, personId: viewer.id }),
  };
}

async function textOf(store: FileStore, file: StoredFile): Promise<string> {
  const stream = asStream(await contentsIn(store)(file));
  const beginning = await readBeginning(stream, SHOWN_TEXT_BYTES);
  const bytes = file.kind === 'text' ? beginning : wholeLines(beginning);
  const encoding = encodingOf(bytes);
  return decode(bytes, encoding === 'binary' ? 'latin1' : encoding).toWellFormed();
}

/** No more than ends with its line, so that no letter is cut through. */
function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(10);
  return end < 0 ? bytes : bytes.subarray(0, end + 1);
}
