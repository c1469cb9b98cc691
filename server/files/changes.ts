import { createHash } from 'node:crypto';
import type { Entry, ZipFile } from 'yauzl';
import type { ChangedFile, Changes } from '#domain/file-changes.ts';
import { Refusal } from '#domain/refusals.ts';
import { isPathTooLong, nameOf, withArchive } from './archive.ts';

/** Further than this nothing is looked at: an archive may claim, or be, anything. */
const LIMITS = {
  entries: 20_000,
  /** Unpacked of each archive to tell whether files of one size are the same. */
  bytes: 96 * 1024 * 1024,
  listed: 1000,
};

/** Folders of other people's code and of what was built, which nobody wrote in the project itself. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|\.git|\.venv|venv|site-packages|dist|\.next|build|__MACOSX)\//;

/** What an archive holds of a project. */
interface Project {
  files: ProjectFile[];
  foreign: number;
  isComplete: boolean;
}

/** Files by their paths in the project. */
type Tree = Map<string, ProjectFile>;

interface ProjectFile {
  /** As the archive names it. */
  entry: string;
  size: number;
}

/**
 * Runs in a worker: what changed from one zip archive of a project to another, by their paths on
 * this machine. Contents count, not what the archives say about them; dependencies and build output
 * are left out.
 * @throws Refusal `not_an_archive`
 */
export async function changesBetween({
  before,
  after,
}: {
  before: string;
  after: string;
}): Promise<Changes> {
  const [old, now] = [await projectIn(before), await projectIn(after)];
  const [was, is] = matching(old.files, now.files);
  const alike = [...is.keys()].filter((path) => was.get(path)?.size === is.get(path)?.size);
  const hashesBefore = await hashesOf(before, entriesOf(was, alike));
  const hashesAfter = await hashesOf(after, entriesOf(is, alike));
  let isComplete = old.isComplete && now.isComplete;
  const items: ChangedFile[] = [];
  for (const path of new Set([...was.keys(), ...is.keys()])) {
    const [one, other] = [was.get(path), is.get(path)];
    if (one && other && one.size === other.size) {
      const hashes = [hashesBefore.get(one.entry), hashesAfter.get(other.entry)];
      if (hashes.includes(undefined)) isComplete = false;
      if (hashes[0] === hashes[1]) continue;
    }
    items.push(changed(path, one, other));
  }
  items.sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    items: items.slice(0, LIMITS.listed),
    left_out: now.foreign,
    is_complete: isComplete && items.length <= LIMITS.listed,
  };
}

function changed(path: string, before?: ProjectFile, after?: ProjectFile): ChangedFile {
  return {
    path,
    kind: before ? (after ? 'changed' : 'removed') : 'added',
    before: before ?? null,
    after: after ?? null,
  };
}

function entriesOf(tree: Tree, paths: readonly string[]): Set<string> {
  return new Set(paths.flatMap((path) => tree.get(path)?.entry ?? []));
}

/**
 * Both projects by paths that mean the same in each: archives come with a folder round everything or
 * without. Of the ways to read them, that in which most files meet.
 */
function matching(before: readonly ProjectFile[], after: readonly ProjectFile[]): [Tree, Tree] {
  const ways = readings(before).flatMap((was) =>
    readings(after).map((is): { pair: [Tree, Tree]; shared: number } => ({
      pair: [was, is],
      shared: [...is.keys()].filter((path) => was.has(path)).length,
    })),
  );
  const best = ways.reduce((best, way) => (way.shared > best.shared ? way : best));
  return best.pair;
}

/** Without the folder that everything lies in, if there is one, and as it is. */
function readings(files: readonly ProjectFile[]): Tree[] {
  const top = /^[^/]+\//.exec(files[0]?.entry ?? '')?.[0] ?? '';
  const isCommon = top !== '' && files.every(({ entry }) => entry.startsWith(top));
  return [...(isCommon ? [top.length] : []), 0].map((start) => treeOf(files, start));
}

function treeOf(files: readonly ProjectFile[], start: number): Tree {
  const tree: Tree = new Map();
  for (const file of files) {
    const path = file.entry.slice(start);
    // Of two that go by one name, the first is the one that can be read.
    if (!tree.has(path)) tree.set(path, file);
  }
  return tree;
}

/** @throws Refusal `not_an_archive` */
async function projectIn(archivePath: string): Promise<Project> {
  return withArchive(archivePath, async (archive) => {
    const found: ProjectFile[] = [];
    let seen = 0;
    for await (const entry of archive.eachEntry()) {
      if (++seen > LIMITS.entries) break;
      const name = nameOf(entry);
      if (!name.endsWith('/')) found.push({ entry: name, size: entry.uncompressedSize });
    }
    const named = found.filter(({ entry }) => !isPathTooLong(entry));
    const files = named.filter(({ entry }) => !FOREIGN.test(entry));
    const isComplete = seen <= LIMITS.entries && named.length === found.length;
    return { files, foreign: named.length - files.length, isComplete };
  });
}

/** Hashes of what the wanted entries hold, as far as the limit reaches. */
async function hashesOf(
  archivePath: string,
  wanted: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  await withArchive(archivePath, async (archive) => {
    let [left, seen] = [LIMITS.bytes, 0];
    for await (const entry of archive.eachEntry()) {
      if (++seen > LIMITS.entries) break;
      const [name, size] = [nameOf(entry), entry.uncompressedSize];
      if (!wanted.has(name) || hashes.has(name) || size > left) continue;
      left -= size;
      hashes.set(name, await hashOf(archive, entry));
    }
  });
  return hashes;
}

/** The reader holds an entry to the size that it claims. What cannot be unpacked has no content. */
async function hashOf(archive: ZipFile, entry: Entry): Promise<string> {
  if (!entry.canDecodeFileData()) return `locked ${entry.crc32}`;
  try {
    const hash = createHash('sha256');
    for await (const chunk of await archive.openReadStreamPromise(entry)) hash.update(chunk);
    return hash.digest('base64');
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return `broken ${entry.crc32}`;
  }
}
