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
 * What is not the same in two versions, in the order of paths. A file counts as moved where one with
 * exactly its bytes is gone from another place.
 */
export function changedPaths(
  before: readonly ProjectFile[],
  after: readonly ProjectFile[],
): ChangedPath[] {
  const [was, is] = [byPath(before), byPath(after)];
  const changed = after.flatMap((file): ChangedPath[] => {
    const old = was.get(file.path);
    return old && !isSame(old, file)
      ? [{ kind: 'changed', path: file.path, before: old, after: file }]
      : [];
  });
  const gone = new Map(before.filter(({ path }) => !is.has(path)).map((file) => [file.path, file]));
  const sources = Map.groupBy(gone.values(), ({ hash }) => hash);
  for (const file of after) {
    if (was.has(file.path)) continue;
    const from = file.size > 0 ? takeNearest(sources.get(file.hash), file.path) : null;
    if (from) gone.delete(from.path);
    changed.push(
      from
        ? { kind: 'moved', path: file.path, before: from, after: file }
        : { kind: 'added', path: file.path, before: null, after: file },
    );
  }
  for (const file of gone.values()) {
    changed.push({ kind: 'removed', path: file.path, before: file, after: null });
  }
  return changed.toSorted((a, b) => (a.path < b.path ? -1 : 1));
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

function byPath(files: readonly ProjectFile[]): Map<string, ProjectFile> {
  return new Map(files.map((file) => [file.path, file]));
}

function isSame(one: ProjectFile, other: ProjectFile): boolean {
  return one.hash === other.hash && one.executable === other.executable;
}
