import { foreignFolder } from '#domain/foreign-folder.ts';
import { PROJECT_LIMITS } from '#domain/project-limits.ts';

/** A file of a folder that somebody has chosen. */
export interface FolderFile {
  /** With `/` between folders, and without the chosen folder itself. */
  path: string;
  file: File;
}

/** What of a folder goes along; dependencies, build output and `.git` do not. */
export interface Folder {
  name: string;
  files: FolderFile[];
  /** Folders and files that stay. */
  leftOut: string[];
}

const TOO_MANY = `This folder has more than ${PROJECT_LIMITS.files.toLocaleString('en-US')} files. Please choose the folder of the project alone.`;

/**
 * The folder that a file input has given, which has read all of it.
 * @throws Error in words for the person
 */
export function chosenFolder(list: Iterable<File>): Folder {
  const folder: Folder = { name: '', files: [], leftOut: [] };
  const left = new Set<string>();
  for (const file of list) {
    const [name = '', ...rest] = file.webkitRelativePath.split('/');
    const path = rest.join('/');
    folder.name = name;
    const stays = leftOutOf(path);
    if (stays === null) folder.files.push({ path, file });
    else left.add(stays);
    if (folder.files.length > PROJECT_LIMITS.files) throw new Error(TOO_MANY);
  }
  return { ...folder, leftOut: [...left] };
}

/**
 * What was dropped: a folder, or else the first file. Must be called while the drop lasts; what is
 * left out is not even looked into, however large it is.
 * @throws Error in words for the person
 */
export async function dropped(data: DataTransfer): Promise<Folder | File | null> {
  const entry = [...data.items].map((item) => item.webkitGetAsEntry?.()).find(Boolean);
  if (!entry?.isDirectory) return data.files[0] ?? null;
  const folder: Folder = { name: entry.name, files: [], leftOut: [] };
  await walk(entry as FileSystemDirectoryEntry, '', folder);
  return folder;
}

async function walk(from: FileSystemDirectoryEntry, path: string, folder: Folder): Promise<void> {
  const reader = from.createReader();
  for (;;) {
    // It gives some hundred at a time, and none at its end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return;
    for (const entry of entries) await take(entry, path + entry.name, folder);
  }
}

async function take(entry: FileSystemEntry, path: string, folder: Folder): Promise<void> {
  const stays = leftOutOf(path, entry.isDirectory);
  if (stays !== null) {
    if (!folder.leftOut.includes(stays)) folder.leftOut.push(stays);
    return;
  }
  if (entry.isDirectory) return walk(entry as FileSystemDirectoryEntry, `${path}/`, folder);
  if (folder.files.length >= PROJECT_LIMITS.files) throw new Error(TOO_MANY);
  const file = await new Promise<File>((resolve, reject) =>
    (entry as FileSystemFileEntry).file(resolve, reject),
  );
  folder.files.push({ path, file });
}

const SYSTEM_FOLDERS = ['.git', '__MACOSX'];
const SYSTEM_FILES = ['.DS_Store', 'Thumbs.db'];

/**
 * What of a path, with `/` between folders, stays on the person's computer: the first folder on its way
 * that the server would leave out, or a system's own file; null where it goes along.
 */
function leftOutOf(path: string, isFolder = false): string | null {
  const parts = path.split('/');
  const folders = isFolder ? parts : parts.slice(0, -1);
  const at = folders.findIndex(
    (part, place) => SYSTEM_FOLDERS.includes(part) || foreignFolder(parts, place) !== null,
  );
  if (at >= 0) return parts.slice(0, at + 1).join('/');
  return SYSTEM_FILES.includes(parts.at(-1) ?? '') ? path : null;
}
