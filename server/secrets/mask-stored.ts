import { Refusal } from '#domain/errors.ts';
import type { RotateItem } from '#domain/secret.ts';
import { maskSecrets } from '#domain/secret-mask.ts';
import { readBeginning } from '../files/archive-texts.ts';
import type { FileStore } from '../files/store.ts';
import { putBytes } from '../files/thumbnail.ts';
import { findSecrets } from './find-secrets.ts';

const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/**
 * Stores a copy of a text file with its keys masked.
 * @throws Refusal `not_maskable` for what is no text, or too long; StoreError
 */
export async function maskStored(
  files: FileStore,
  { from, to, type }: { from: string; to: string; type: string },
): Promise<{ size: number; rotate: RotateItem[] }> {
  if (!type.startsWith('text/')) throw new Refusal('not_maskable');
  const bytes = await readBeginning(await files.read(`originals/${from}`), MAX_TEXT_BYTES);
  if (bytes.length === MAX_TEXT_BYTES) throw new Refusal('not_maskable');
  const text = new TextDecoder().decode(bytes);
  const found = await findSecrets(text);
  const masked = Buffer.from(maskSecrets(text, found));
  await putBytes(files, `originals/${to}`, masked);
  const rotate = found.map(({ kind, line }) => ({
    ...{ kind, line, path: null, placeholder: `[${kind} removed]` },
  }));
  return { size: masked.length, rotate };
}
