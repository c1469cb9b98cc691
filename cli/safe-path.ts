import paths from 'node:path';
import { asAnyReads, placeOf } from '../server/code/intake/place.ts';

/** Devices of Windows: a file of such a name, with any ending, is none. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
/** Of these, `:` would write into a hidden part of another file. */
const NOT_ON_WINDOWS = /[<>:"|?*]/;
/** Windows leaves them away, so that the file would be another one. */
const ENDS_UNSEEN = /[. ]$/;

/**
 * Why a path that a stranger has named is written nowhere; null where it is fine.
 * @param path with `/` between folders, from the project's own folder
 */
export function whyUnsafe(path: string, system: string = process.platform): string | null {
  const place = placeOf(path);
  if ('refused' in place) return 'leads out of the project, or hides its name';
  if ('leftOut' in place && place.reason === 'version_control') return 'belongs to Git';
  return system === 'win32' && path.split('/').some(isNoNameOnWindows)
    ? 'is no name on Windows'
    : null;
}

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

function isNoNameOnWindows(part: string): boolean {
  return DEVICE.test(part) || NOT_ON_WINDOWS.test(part) || ENDS_UNSEEN.test(part);
}

/** Where a path of the project lies on this machine; null where that is not below the folder. */
export function placeBelow(folder: string, path: string, { join, sep } = paths) {
  const whole = join(folder, ...path.split('/'));
  return whole.startsWith(folder.endsWith(sep) ? folder : folder + sep) ? whole : null;
}

/** The way from a folder to what lies in it, with `/` between folders. */
export function pathFrom(folder: string, whole: string, { relative, sep } = paths): string {
  return relative(folder, whole).split(sep).join('/');
}

/** Whether two whole paths name one folder, as tools write them: Windows does not look at capitals. */
export function isSameFolder(one: string, other: string, system: string = process.platform) {
  return system === 'win32' ? one.toLowerCase() === other.toLowerCase() : one === other;
}
