import { createReadStream } from 'node:fs';
import path from 'node:path';
import { aiToolsIn, mayNameAiTool, namedAiTool } from '#domain/ai-tool-marks.ts';
import { Refusal } from '#domain/refusals.ts';
import { isForeign, isManifest, type Manifest, readStack, type Stack } from '#domain/stack.ts';
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
  const manifest = { path: path.basename(name), text: bytes.toString('utf8') };
  return saidBy([manifest.path], [manifest]);
}

/** Runs in a worker: what the manifests in an archive say, and the marks of AI tools. */
export async function stackOfArchive(archivePath: string): Promise<Stack | null> {
  const texts: Manifest[] = [];
  const paths: string[] = [];
  const wanted = (path: string) => {
    if (isForeign(path)) return false;
    paths.push(path);
    return isManifest(path) || mayNameAiTool(path);
  };
  try {
    await eachText(archivePath, { wanted, limits: LIMITS }, async (text) => void texts.push(text));
  } catch (error) {
    // A broken archive still has what was read before it broke off.
    if (!(error instanceof Refusal)) throw error;
  }
  return saidBy(paths, texts);
}

function saidBy(paths: readonly string[], texts: readonly Manifest[]): Stack | null {
  const stack = readStack(texts.filter(({ path }) => isManifest(path)));
  const ai_tool = namedAiTool(aiToolsIn(paths, texts));
  if (!stack && !ai_tool) return null;
  return { stack: stack?.stack ?? null, categories: stack?.categories ?? [], ai_tool };
}
