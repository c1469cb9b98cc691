import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { EntryProject } from '#domain/application.ts';
import { Refusal } from '#domain/refusals.ts';
import type { ProjectFile, ProjectFiles } from '../code/project-files.ts';
import { zipStream } from '../code/zip-stream.ts';

/** The project of the entry test, as a folder of data: none of it runs here. */
const folder = fileURLToPath(new URL('./entry-project/', import.meta.url));

interface Given extends ProjectFile {
  bytes: Buffer;
}

let read: Given[] | null = null;

/** Read once: it changes with a release. */
function given(): Given[] {
  read ??= globSync('**/*.*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .map((file) => fileOf(file.slice(folder.length), readFileSync(file)))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return read;
}

function fileOf(path: string, bytes: Buffer): Given {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { path, bytes, hash, size: bytes.length, kind: 'text', executable: false };
}

/** The project as it is given to everybody, to be compared. */
export function entryProjectFiles(): ProjectFiles {
  const files = given();
  return {
    files,
    read: async (path) => {
      const file = files.find((one) => one.path === path);
      if (!file) throw new Refusal('not_found');
      return file.bytes;
    },
  };
}

/** The same, to be read on a screen. */
export function entryProject(): EntryProject {
  const files = given().map(({ path, size, bytes }) => {
    const text = bytes.toString('utf8');
    return { path, size, text, lines: text.trimEnd().split('\n').length };
  });
  return { files };
}

/** The same as a zip. */
export function entryProjectArchive(): Readable {
  const parts = given().map(({ path, bytes }) => ({ path, content: () => bytes }));
  return zipStream(parts, RELEASED);
}

/** A zip names a time; this one is the same for everybody. */
const RELEASED = new Date('2026-01-01T00:00:00Z');
