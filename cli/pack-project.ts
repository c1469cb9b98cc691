import { MAX_FILE_BYTES } from '../domain/file-rules.ts';
import { MAX_FILE_MB } from '../domain/limits.ts';
import { PROJECT_LIMITS } from '../domain/project-limits.ts';
import type { Rotation } from '../domain/secret.ts';
import { Keys } from '../server/code/intake/keys.ts';
import { ZipWriter } from '../server/files/shield/zip.ts';
import { Failure } from './failure.ts';
import { OwnPlaceholders } from './own-placeholders.ts';
import { oneLine } from './plain.ts';
import { type Project, readProjectFile } from './project-files.ts';

/** A project as it is sent: with placeholders in the place of keys. */
export interface Packed {
  zip: Buffer;
  files: number;
  bytes: number;
  /** Files that hold a key which no placeholder can stand for, or cannot be read. */
  leftOut: { path: string; reason: string }[];
  /** Goes on with the same placeholders. */
  keys: Keys;
}

type Progress = (words: string) => void;

/** The same for each file: two packings of the same files are the same bytes. */
const MADE_AT = new Date('2000-01-01T00:00:00Z');
const MB = 1024 * 1024;

/**
 * Packs a project, after every text in it was looked through for keys by the rules of the server.
 * @throws Failure `usage` for what is too large, or empty
 */
export async function packProject(project: Project, progress: Progress): Promise<Packed> {
  const total = project.files.reduce((sum, { size }) => sum + size, 0);
  if (total > PROJECT_LIMITS.bytes) throw tooLarge(project, `${Math.round(total / MB)} MB`);
  const keys = new Keys('mask', new OwnPlaceholders());
  const writer = new ZipWriter();
  const leftOut: Packed['leftOut'] = [];
  let [files, bytes] = [0, 0];
  for (const [at, { path, executable }] of project.files.entries()) {
    if (at % 25 === 0) progress(`Looking for keys in ${at} of ${project.files.length} files…`);
    const content = await readProjectFile(project.folder, path);
    const shared = content && (await keys.file(content, path));
    if (!shared) {
      leftOut.push({
        path,
        reason: content ? 'holds a key, and no placeholder can stand for it' : 'cannot be read',
      });
      continue;
    }
    const kept = { mtime: MADE_AT, mode: executable ? 0o100755 : 0o100644, compress: true };
    await writer.add({ path: keys.path(path), isFolder: false, kept }, shared);
    files++;
    bytes += shared.length;
  }
  if (files === 0) throw empty(project, leftOut);
  progress(`Packing ${files} files…`);
  const zip = await writer.end();
  if (zip.length > MAX_FILE_BYTES)
    throw tooLarge(project, `${Math.round(zip.length / MB)} MB, packed`);
  return { zip, files, bytes, leftOut, keys };
}

function empty(project: Project, leftOut: Packed['leftOut']): Failure {
  const first = [...leftOut, ...project.leftOut].slice(0, 15);
  return new Failure(
    'usage',
    `There is no file to send in ${project.folder}. Name another folder, or leave the project out with --no-project.`,
    { details: first.map(({ path, reason }) => `${oneLine(path)} (${reason})`) },
  );
}

function tooLarge({ files }: Project, size: string): Failure {
  const largest = files.toSorted((a, b) => b.size - a.size).slice(0, 5);
  return new Failure(
    'usage',
    `The project is too large to send: ${size}. At most ${MAX_FILE_MB} MB can go along, packed. Name large files in .gitignore, or leave the project out with --no-project. The largest are:`,
    { details: largest.map(({ path, size }) => `${path} (${(size / MB).toFixed(1)} MB)`) },
  );
}

/** Such as "shop.env.ts, line 3: Stripe key sk_l••••••••". */
export function keyLines(rotate: readonly Rotation[]): string[] {
  return rotate.map(({ kind, excerpt, placeholder, places: [first, ...more] }) => {
    const where = first ? `${first.path ?? 'text'}${first.line ? `, line ${first.line}` : ''}` : '';
    const others = more.length > 0 ? ` and ${more.length} more` : '';
    return `${where}${others}: ${kind} ${excerpt} -> ${placeholder}`;
  });
}
