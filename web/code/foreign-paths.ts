import { foreignFolder } from '#domain/foreign-folder.ts';

const SYSTEM_FOLDERS = ['.git', '__MACOSX'];
const SYSTEM_FILES = ['.DS_Store', 'Thumbs.db'];

/**
 * What of a path, with `/` between folders, stays on the person's computer: the first folder on its way
 * that the server would leave out, or a system's own file; null where it goes along.
 */
export function leftOutOf(path: string, isFolder = false): string | null {
  const parts = path.split('/');
  const folders = isFolder ? parts : parts.slice(0, -1);
  const at = folders.findIndex(
    (part, place) => SYSTEM_FOLDERS.includes(part) || foreignFolder(parts, place) !== null,
  );
  if (at >= 0) return parts.slice(0, at + 1).join('/');
  return SYSTEM_FILES.includes(parts.at(-1) ?? '') ? path : null;
}
