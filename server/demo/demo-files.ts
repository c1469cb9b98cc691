import { copyFile, stat, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { lookInto } from '../files/shield/scan-upload.ts';
import { takeIn } from '../files/upload.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Context } from '../lifecycle/context.ts';

/** A file of a demo story: a zipped project, a text, or a file beside this code. */
export type DemoFile = { name: string } & (
  | { project: Record<string, string> }
  | { text: string }
  | { asset: string }
);

/**
 * Uploads files as their owner would.
 * @returns their keys, ready to attach
 */
export async function uploadAll(
  context: Context,
  owner: Viewer,
  files: readonly DemoFile[] = [],
): Promise<string[]> {
  const keys: string[] = [];
  for (const file of files) {
    const { fileKey } = await takeIn(context, owner.id, async (local) => {
      await write(file, local);
      return { name: file.name, size: (await stat(local)).size };
    });
    // Scan it now, as a job would a moment later, so that the other side can open it from the
    // start.
    await lookInto(context, fileKey);
    keys.push(fileKey);
  }
  return keys;
}

async function write(file: DemoFile, local: string): Promise<void> {
  if ('asset' in file) await copyFile(new URL(`assets/${file.asset}`, import.meta.url), local);
  else await writeFile(local, 'text' in file ? file.text : await packed(file.project));
}

function packed(project: Record<string, string>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [path, text] of Object.entries(project)) archive.addBuffer(Buffer.from(text), path);
  archive.end();
  return buffer(archive.outputStream);
}
