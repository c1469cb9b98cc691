import { PROJECT_LIMITS } from '#domain/project-limits.ts';
import { isManifest } from '#domain/stack.ts';
import type { FileOfTree } from '../trees.ts';
import { cannotRead, shown } from './place.ts';

/** What folders in a project are called, and hardly a project. */
const INNER =
  /^(?:\..*|src|app|apps|lib|libs|packages|modules|public|static|assets|styles|pages|components|hooks|utils|server|client|api|backend|frontend|web|functions|supabase|prisma|db|database|migrations|config|scripts|bin|cmd|internal|docs?|tests?|spec|e2e|examples)$/i;

/**
 * The folder round a whole project, with its `/`; empty where there is none. A project begins where its
 * packages are listed, or else where its first files lie: a folder of nothing but folders, such as
 * `packages`, is a part of it, and so is one that is called as such.
 */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const top = first.slice(0, first.indexOf('/') + 1);
  if (top === '' || !paths.every((path) => path.startsWith(top))) return '';
  const atTop = paths.filter((path) => !path.includes('/', top.length));
  const isAround = INNER.test(top.slice(0, -1)) ? atTop.some(isManifest) : atTop.length > 0;
  return isAround ? top : '';
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
 * Holds the files of a whole project to what can lie side by side. Names that only some systems take for
 * one stay: the packet and the report name them.
 * @throws Refusal `project_refused` for too many, and for a file that is also a folder
 */
export function requireApart(files: readonly FileOfTree[]): void {
  if (files.length > PROJECT_LIMITS.files)
    throw cannotRead(`The project has more than ${PROJECT_LIMITS.files} files.`);
  const taken = new Set(files.map(({ path }) => path));
  for (const { path } of files) {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
      if (taken.has(path.slice(0, end)))
        throw cannotRead(`A file is also a folder: ${shown(path.slice(0, end))}`);
  }
}

/** @throws Refusal `project_refused` */
export function requireSize(files: readonly FileOfTree[]): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > PROJECT_LIMITS.bytes)
    throw cannotRead(`The project has more than ${PROJECT_LIMITS.bytes / 1024 ** 2} MB.`);
}
