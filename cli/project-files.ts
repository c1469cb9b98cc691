import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, parse } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { MAX_FILE_BYTES } from '../domain/file-rules.ts';
import { MAX_FILE_MB } from '../domain/limits.ts';
import { PROJECT_LIMITS } from '../domain/project-limits.ts';
import { placeOf } from '../server/code/intake/place.ts';
import { Failure } from './failure.ts';
import { pathFrom } from './safe-path.ts';

/** One file of a project, by its path with `/` between folders. */
export interface ProjectFile {
  path: string;
  size: number;
  executable: boolean;
}

export interface Project {
  /** Its folder, without links on the way. */
  folder: string;
  name: string;
  files: ProjectFile[];
  /** What does not go along, and why, beside what is ignored. */
  leftOut: { path: string; reason: string }[];
  /** Files and folders that .gitignore names. */
  ignored: number;
}

/** `.gitignore` of one folder; its rules count from there. */
interface Layer {
  base: string;
  rules: Ignore;
}

/** As git does by itself on file systems that do not tell case apart. */
const IGNORES_CASE = ['darwin', 'win32'].includes(process.platform);
const LONGEST_IGNORE = 1024 * 1024;
const MOST_ENTRIES = 250_000;
const reasons: Record<string, string> = {
  dependencies: 'dependencies',
  build_output: 'build output',
  version_control: 'version control',
  system: 'of the system',
};

/**
 * The files of a folder as its owner shares them: without what Git ignores, dependencies, build output,
 * links, and whatever leads elsewhere.
 * @throws Failure `notFound`, `usage` for what is no project
 */
export async function findProject(given: string): Promise<Project> {
  const folder = await realpath(given).catch(() => {
    throw new Failure('notFound', `There is no folder ${given}`);
  });
  if (!(await lstat(folder)).isDirectory()) throw new Failure('notFound', `${given} is no folder`);
  if (
    folder === (await realpath(homedir()).catch(() => homedir())) ||
    folder === parse(folder).root
  )
    throw new Failure('usage', `${folder} is no project. Say which folder: unblock ask FOLDER`);
  const project: Project = {
    folder,
    name: basename(folder),
    files: [],
    leftOut: [],
    ignored: 0,
  };
  await walk(project, '', await layersAbove(folder));
  project.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return project;
}

/** Rules of the repository that the folder is a part of. */
async function layersAbove(folder: string): Promise<Layer[]> {
  const root = await repositoryRound(folder);
  if (root === null) return [];
  const exclude = await rulesIn(join(root, '.git', 'info', 'exclude'));
  const layers: Layer[] = exclude ? [{ base: root, rules: exclude }] : [];
  const parts = pathFrom(root, folder).split('/').filter(Boolean);
  // The folder itself is read as it is walked.
  for (let count = 0; count < parts.length; count++)
    layers.push(...(await layerOf(join(root, ...parts.slice(0, count)))));
  return layers;
}

/** The folder above, or this one, that has a `.git` in it. */
export async function repositoryRound(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const isHere = await lstat(join(at, '.git')).then(
      () => true,
      () => false,
    );
    if (isHere) return at;
    if (dirname(at) === at) return null;
  }
}

async function layerOf(folder: string): Promise<Layer[]> {
  const rules = await rulesIn(join(folder, '.gitignore'));
  return rules ? [{ base: folder, rules }] : [];
}

async function rulesIn(file: string): Promise<Ignore | null> {
  const about = await lstat(file).catch(() => null);
  if (!about?.isFile() || about.size > LONGEST_IGNORE) return null;
  return ignore({ ignorecase: IGNORES_CASE }).add(await readFile(file, 'utf8'));
}

/** The last word about a path has the rules of the folder next to it. */
function isIgnored(layers: readonly Layer[], path: string, isFolder: boolean): boolean {
  for (const { base, rules } of layers.toReversed()) {
    const own = pathFrom(base, path) + (isFolder ? '/' : '');
    const { ignored, unignored } = rules.test(own);
    if (ignored || unignored) return ignored;
  }
  return false;
}

async function walk(project: Project, path: string, above: readonly Layer[]): Promise<void> {
  const here = join(project.folder, path);
  const layers = [...above, ...(await layerOf(here))];
  const entries = await readdir(here, { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    project.leftOut.push({ path: `${path}/`, reason: 'cannot be read' });
    return;
  }
  for (const entry of entries) {
    const own = path === '' ? entry.name : `${path}/${entry.name}`;
    if (project.files.length + project.leftOut.length + project.ignored > MOST_ENTRIES)
      throw new Failure('usage', `There are too many files in ${project.folder}.`);
    if (entry.isSymbolicLink()) project.leftOut.push({ path: own, reason: 'link' });
    else if (isIgnored(layers, join(here, entry.name), entry.isDirectory())) project.ignored++;
    else if (entry.isDirectory()) await takeFolder(project, own, layers);
    else if (entry.isFile()) await takeFile(project, own);
    else project.leftOut.push({ path: own, reason: 'no file' });
  }
}

async function takeFolder(project: Project, path: string, layers: readonly Layer[]): Promise<void> {
  // By a file in it: that is how the server sees a folder.
  const reason = whyLeftOut(`${path}/a`);
  if (reason === null) await walk(project, path, layers);
  else if (path !== '.git') project.leftOut.push({ path: `${path}/`, reason });
}

async function takeFile(project: Project, path: string): Promise<void> {
  const about = await lstat(join(project.folder, path)).catch(() => null);
  if (!about) {
    // Gone by now, or its name is none in UTF-8.
    project.leftOut.push({ path, reason: 'cannot be read' });
    return;
  }
  const isLarge = about.size > MAX_FILE_BYTES;
  const reason = whyLeftOut(path) ?? (isLarge ? `larger than ${MAX_FILE_MB} MB` : null);
  if (reason !== null) {
    project.leftOut.push({ path, reason });
    return;
  }
  if (project.files.length >= PROJECT_LIMITS.files)
    throw new Failure(
      'usage',
      `The project has more than ${PROJECT_LIMITS.files} files. Name what is not yours in .gitignore.`,
    );
  project.files.push({ path, size: about.size, executable: (about.mode & 0o111) !== 0 });
}

/** As the server decides it, so that nothing is sent that it would not keep. */
function whyLeftOut(path: string): string | null {
  const place = placeOf(path);
  if ('refused' in place) return 'its name works on some systems only';
  return 'leftOut' in place ? (reasons[place.reason] ?? place.reason) : null;
}

/**
 * The bytes of a file of the project; null where it is gone, or has become something else.
 * A link is not followed.
 */
export async function readProjectFile(folder: string, path: string): Promise<Buffer | null> {
  let file: FileHandle | undefined;
  try {
    const whole = join(folder, path);
    // Nor is one in a folder on the way.
    if ((await realpath(dirname(whole))) !== dirname(whole)) return null;
    file = await open(whole, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const about = await file.stat();
    return about.isFile() && about.size <= MAX_FILE_BYTES ? await file.readFile() : null;
  } catch {
    return null;
  } finally {
    await file?.close();
  }
}
