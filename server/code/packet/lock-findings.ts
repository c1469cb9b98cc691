import type { Packet } from '#domain/packet.ts';
import { holesOf } from '../packages/known-vulnerable.ts';
import { isLockFile, type Locked, readLock } from '../packages/locked.ts';
import { readNamed } from '../packages/named.ts';
import type { ProjectFile } from '../project-files.ts';
import { folderOf, nameOf, type ProjectTexts } from '../project-texts.ts';

type Finding = Packet['findings'][number];

const MOST = { locks: 12, lists: 20, holes: 20, missing: 5 };

/** Which lock files keep the versions of a manifest. Of a plain list of requirements there is none. */
const LOCKS: Readonly<Record<string, readonly string[]>> = {
  'package.json': [
    'package-lock.json',
    'npm-shrinkwrap.json',
    'yarn.lock',
    'pnpm-lock.yaml',
    'bun.lock',
    'bun.lockb',
  ],
  pipfile: ['Pipfile.lock'],
  gemfile: ['Gemfile.lock'],
  'composer.json': ['composer.lock'],
  'cargo.toml': ['Cargo.lock'],
  'go.mod': ['go.sum'],
  'pubspec.yaml': ['pubspec.lock'],
};

/** Manifests without the file that keeps the versions of what they ask for. */
export async function missingLocks(
  files: readonly ProjectFile[],
  texts: ProjectTexts,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const byDepth = files.toSorted((a, b) => a.path.length - b.path.length);
  for (const { path } of byDepth) {
    const locks = LOCKS[nameOf(path).toLowerCase()];
    if (!locks || found.length >= MOST.missing || isLocked(path, locks, texts)) continue;
    if (readNamed(path, (await texts.text(path)) ?? '').length === 0) continue;
    found.push({
      kind: 'no_lock_file',
      text: `${path} has no lock file (such as ${locks[0]}): every install may bring other versions of the packages, so it can work on one machine and not on another.`,
      path,
      line: null,
    });
  }
  return found;
}

/** A project within a project may have its lock file further up. */
function isLocked(path: string, locks: readonly string[], texts: ProjectTexts): boolean {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (locks.some((lock) => texts.file(folder === '' ? lock : `${folder}/${lock}`))) return true;
    if (folder === '') return false;
  }
}

/** Packages of known trouble, by the versions that lock files and manifests name. */
export async function vulnerablePackages(
  files: readonly ProjectFile[],
  texts: ProjectTexts,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { path, list } of await packagesOf(files, texts)) {
    for (const locked of list) {
      const holes = holesOf(locked);
      const [first] = holes;
      if (!first) continue;
      const more = holes.length > 1 ? ` (and ${holes.length - 1} more)` : '';
      found.push({
        kind: 'vulnerable_package',
        text: `${locked.name} ${locked.version} has a known security problem (${first.severity}): ${first.what}${more}. A newer version is without it. ${first.source}`,
        path,
        line: null,
      });
    }
  }
  return found.slice(0, MOST.holes);
}

async function packagesOf(
  files: readonly ProjectFile[],
  texts: ProjectTexts,
): Promise<{ path: string; list: Locked[] }[]> {
  const lists: { path: string; list: Locked[] }[] = [];
  for (const { path } of files.filter((file) => isLockFile(file.path)).slice(0, MOST.locks)) {
    const text = await texts.readOnce(path, true);
    if (text !== null) lists.push({ path, list: readLock(path, text) });
  }
  const hasLocks = lists.length > 0;
  for (const { path } of files.filter((file) => isList(file, hasLocks)).slice(0, MOST.lists)) {
    const named = readNamed(path, (await texts.text(path)) ?? '');
    const list = named.map(({ ecosystem, name, wanted }) => {
      return { ecosystem, name, version: wanted.replace(/^={2,3}\s*/, '') };
    });
    lists.push({ path, list });
  }
  return lists;
}

/** Where nothing else keeps the versions, one that is asked for exactly is the one that comes. */
function isList({ path }: ProjectFile, hasLocks: boolean): boolean {
  const name = nameOf(path);
  return /^requirements[\w.-]{0,60}\.txt$/.test(name) || (!hasLocks && name === 'package.json');
}
