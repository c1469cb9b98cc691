import { asAnyReads } from './place.ts';

/** Without these Git takes a folder for no repository, and reads no settings that run programs. */
const OF_REPOSITORY = ['head', 'config', 'commondir', 'objects'];

/**
 * Which of some paths belong to a folder that Git would take for a repository, though it has no `.git`:
 * one with `HEAD`, `objects` and `refs`, or with `HEAD` and a `commondir` that says where those are.
 */
export function ofRepositories(paths: readonly string[]): (path: string) => boolean {
  const named = new Map<string, Set<string>>();
  for (const { folder, name } of paths.flatMap(eachPart)) {
    const names = named.get(folder) ?? new Set();
    named.set(folder, names.add(name));
  }
  const isRepository = (folder: string) => {
    const has = (name: string) => named.get(folder)?.has(name) === true;
    return has('head') && (has('commondir') || (has('objects') && has('refs')));
  };
  return (path) =>
    eachPart(path).some(({ folder, name }) => OF_REPOSITORY.includes(name) && isRepository(folder));
}

/** The parts of a path that may make a repository, each with the folder that it is in. */
function eachPart(path: string): { folder: string; name: string }[] {
  const parts = path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map(asAnyReads);
  return parts.flatMap((name, at) =>
    name === 'refs' || OF_REPOSITORY.includes(name)
      ? [{ folder: parts.slice(0, at).join('/'), name }]
      : [],
  );
}
