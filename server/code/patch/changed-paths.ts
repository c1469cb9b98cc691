import type { ProjectFile } from '../project-files.ts';

/** Of files with the same bytes. */
const LOOKED_AT = 100;

/** A file that is not the same in both versions. */
export type ChangedPath =
  | { kind: 'moved'; path: string; before: ProjectFile; after: ProjectFile }
  | { kind: 'added'; path: string; before: null; after: ProjectFile }
  | { kind: 'removed'; path: string; before: ProjectFile; after: null }
  | { kind: 'changed'; path: string; before: ProjectFile; after: ProjectFile };

/**
 * What is not the same in two versions, both in the order of their paths, and in that order. A file
 * counts as moved where one with exactly its bytes is gone from another place.
 */
export function changedPaths(
  before: readonly ProjectFile[],
  after: readonly ProjectFile[],
): ChangedPath[] {
  const pairs = [...sideBySide(before, after)];
  const changed = pairs.flatMap(([old, file]): ChangedPath[] => {
    return old && file && !isSame(old, file)
      ? [{ kind: 'changed', path: file.path, before: old, after: file }]
      : [];
  });
  const gone = new Set(pairs.flatMap(([old, file]) => (old && !file ? [old] : [])));
  const fresh = pairs.flatMap(([old, file]) => (file && !old ? [file] : []));
  const all = [...changed, ...movedInto(fresh, gone)];
  for (const file of gone)
    all.push({ kind: 'removed', path: file.path, before: file, after: null });
  return all.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** New files, each from another place where one with its bytes is gone: that one is not gone any more. */
function movedInto(fresh: readonly ProjectFile[], gone: Set<ProjectFile>): ChangedPath[] {
  const sources = Map.groupBy(gone, ({ hash }) => hash);
  return fresh.map((file) => {
    const from = file.size > 0 ? takeNearest(sources.get(file.hash), file.path) : null;
    if (!from) return { kind: 'added', path: file.path, before: null, after: file };
    gone.delete(from);
    return { kind: 'moved', path: file.path, before: from, after: file };
  });
}

/** The files of both by their paths; null where a version has none. */
function* sideBySide(
  before: readonly ProjectFile[],
  after: readonly ProjectFile[],
): Generator<[ProjectFile | null, ProjectFile | null]> {
  let [was, is] = [0, 0];
  while (was < before.length || is < after.length) {
    const [old = null, file = null] = [before[was], after[is]];
    const isOld = old !== null && (file === null || old.path <= file.path);
    const isNew = file !== null && (old === null || file.path <= old.path);
    yield [isOld ? old : null, isNew ? file : null];
    was += Number(isOld);
    is += Number(isNew);
  }
}

/** Of several with the same bytes, one with the same name first. */
function takeNearest(sources: ProjectFile[] | undefined, path: string): ProjectFile | null {
  if (!sources) return null;
  const name = nameOf(path);
  const place = sources.slice(0, LOOKED_AT).findIndex((source) => nameOf(source.path) === name);
  return sources.splice(Math.max(0, place), 1)[0] ?? null;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isSame(one: ProjectFile, other: ProjectFile): boolean {
  return one.hash === other.hash && one.executable === other.executable;
}
