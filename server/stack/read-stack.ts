import path from 'node:path';
import { Refusal } from '#domain/errors.ts';
import { isManifest, type Manifest, readStack, type Stack } from '#domain/stack.ts';
import { eachText, readBeginning } from '../files/archive-texts.ts';
import type { FileStore } from '../files/store.ts';

const MAX_MANIFEST_BYTES = 256 * 1024;
const LIMITS = {
  entries: 50_000,
  texts: 40,
  bytesEach: MAX_MANIFEST_BYTES,
  bytesTogether: 2 * 1024 * 1024,
};

/** What a stored file says about the project that it is, or is of; null where it says nothing. */
export async function stackOfFile(
  files: FileStore,
  { key, name, type }: { key: string; name: string; type: string },
): Promise<Stack | null> {
  const object = `originals/${key}` as const;
  if (isManifest(name)) {
    const bytes = await readBeginning(await files.read(object), MAX_MANIFEST_BYTES);
    return readStack([{ path: path.basename(name), text: bytes.toString('utf8') }]);
  }
  return isArchive(type) ? files.lend(object, stackOfArchive) : null;
}

async function stackOfArchive(archivePath: string): Promise<Stack | null> {
  const manifests: Manifest[] = [];
  try {
    const wanted = { wanted: isManifest, limits: LIMITS };
    await eachText(archivePath, wanted, async (text) => void manifests.push(text));
  } catch (error) {
    // A broken archive still has what was read before it broke off.
    if (!(error instanceof Refusal)) throw error;
  }
  return readStack(manifests);
}

function isArchive(type: string): boolean {
  return type === 'application/zip';
}
