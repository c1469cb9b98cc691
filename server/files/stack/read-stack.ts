import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Refusal } from '#domain/refusals.ts';
import { isManifest, type Manifest, readStack, type Stack } from '#domain/stack.ts';
import { eachText, readBeginning } from '../archive-texts.ts';

const MAX_MANIFEST_BYTES = 256 * 1024;
const LIMITS = {
  entries: 50_000,
  texts: 40,
  bytesEach: MAX_MANIFEST_BYTES,
  bytesTogether: 2 * 1024 * 1024,
};

/** Runs in a worker: what the beginning of a manifest says. */
export async function stackOfManifest({
  file,
  name,
}: {
  file: string;
  name: string;
}): Promise<Stack | null> {
  const bytes = await readBeginning(createReadStream(file), MAX_MANIFEST_BYTES);
  return readStack([{ path: path.basename(name), text: bytes.toString('utf8') }]);
}

/** Runs in a worker: what the manifests in an archive say. */
export async function stackOfArchive(archivePath: string): Promise<Stack | null> {
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
