import paths from 'node:path';
import { placeOf } from '../server/code/intake/place.ts';

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
