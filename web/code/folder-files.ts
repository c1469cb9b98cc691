import { PROJECT_LIMITS } from '#domain/code.ts';
import { isForeign, isForeignFolder } from './foreign-paths.ts';

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
    if (isForeign(path)) left.add(foreignPart(rest));
    else folder.files.push({ path, file });
    if (folder.files.length > PROJECT_LIMITS.files) throw new Error(TOO_MANY);
  }
  return { ...folder, leftOut: [...left] };
}

/** The first folder on the way that is left out; the file itself where it is that. */
function foreignPart(steps: readonly string[]): string {
  const at = steps.findIndex((step, place) => place < steps.length - 1 && isForeignFolder(step));
  return steps.slice(0, at < 0 ? undefined : at + 1).join('/');
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
  if (entry.isDirectory) {
    if (isForeignFolder(entry.name)) folder.leftOut.push(path);
    else await walk(entry as FileSystemDirectoryEntry, `${path}/`, folder);
    return;
  }
  if (isForeign(path)) return;
  if (folder.files.length >= PROJECT_LIMITS.files) throw new Error(TOO_MANY);
  const file = await new Promise<File>((resolve, reject) =>
    (entry as FileSystemFileEntry).file(resolve, reject),
  );
  folder.files.push({ path, file });
}
