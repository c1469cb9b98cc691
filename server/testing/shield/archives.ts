import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import tar from 'tar-stream';

/** A plain tar archive of texts or bytes, by their paths. */
export async function tarOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = tar.pack();
  for (const [name, content] of Object.entries(files)) {
    archive.entry({ name }, Buffer.from(content));
  }
  archive.finalize();
  return buffer(archive);
}

/** Lends a file of this machine with such bytes. */
export async function withFile<Result>(
  bytes: Buffer | string,
  work: (file: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'secrets-'));
  const file = path.join(folder, 'file');
  try {
    await writeFile(file, bytes);
    return await work(file, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
