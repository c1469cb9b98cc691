import { PROJECT_LIMITS } from '#domain/code.ts';
import type { FileOfTree } from '../trees.ts';
import { cannotRead, shown } from './place.ts';

/** Folders of a project itself, even where it has no other. */
const OWN_FOLDERS = ['src', 'app', 'lib', 'public', 'pages', 'components', 'server', 'supabase'];

/** The folder round a whole project, with its `/`; empty where there is none. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const top = first.slice(0, first.indexOf('/') + 1);
  const isAround = top !== '' && !OWN_FOLDERS.includes(top.slice(0, -1));
  return isAround && paths.every((path) => path.startsWith(top)) ? top : '';
}

/**
 * What of the beginning of all paths is to be taken away: an archive comes with a folder round
 * everything or without, and of the two ways to read it that counts in which more files meet those of
 * the version before.
 */
export function roundFolder(paths: readonly string[], before: ReadonlySet<string> | null): string {
  const top = commonFolder(paths);
  if (top === '' || before === null) return top;
  const meets = (start: number) => paths.filter((path) => before.has(path.slice(start))).length;
  return meets(top.length) >= Math.max(1, meets(0)) ? top : '';
}

/**
 * Whether an archive holds a whole project, and not its changed files alone: most files of the version
 * before are in it.
 */
export function isWhole(paths: readonly string[], before: ReadonlySet<string>): boolean {
  return paths.filter((path) => before.has(path)).length * 2 > before.size;
}

/**
 * Holds the files of a whole project to what every file system can keep apart.
 * @throws Refusal `project_refused` for two names that are one on some system, and a file that is a folder
 */
export function requireApart(files: readonly FileOfTree[]): void {
  if (files.length > PROJECT_LIMITS.files)
    throw cannotRead(`The project has more than ${PROJECT_LIMITS.files} files.`);
  const folders = new Map<string, string>();
  const taken = new Map<string, string>();
  for (const { path } of files) {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
      requireOne(folders, path.slice(0, end));
    requireOne(taken, path);
  }
  for (const [plain, folder] of folders) {
    if (taken.has(plain)) throw cannotRead(`A file is also a folder: ${shown(folder)}`);
  }
}

/** @throws Refusal `project_refused` */
export function requireSize(files: readonly FileOfTree[]): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > PROJECT_LIMITS.bytes)
    throw cannotRead(`The project has more than ${PROJECT_LIMITS.bytes / 1024 ** 2} MB.`);
}

function requireOne(names: Map<string, string>, path: string): void {
  const plain = path.toLowerCase().normalize('NFKC');
  const other = names.get(plain);
  if (other !== undefined && other !== path)
    throw cannotRead(
      `Two names are the same on some computers: ${shown(other)} and ${shown(path)}`,
    );
  names.set(plain, path);
}
