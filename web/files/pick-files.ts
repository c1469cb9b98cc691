import { MAX_FILE_BYTES, MAX_FILES_PER_BATCH } from '#domain/file-rules.ts';
import { MAX_FILE_MB } from '#domain/limits.ts';

/** Files of a form that sends them later, and why others were not taken. */
export interface Picked {
  files: readonly File[];
  refused: readonly string[];
}

/** Adds files as far as the rules of uploads allow; the earlier ones stay. */
export function pickFiles(present: readonly File[], more: readonly File[]): Picked {
  const isThere = (file: File) =>
    present.some(({ name, size }) => name === file.name && size === file.size);
  const added = more.filter((file) => !isThere(file));
  const small = added.filter(({ size }) => size <= MAX_FILE_BYTES);
  const files = [...present, ...small].slice(0, MAX_FILES_PER_BATCH);
  const left = present.length + small.length - files.length;
  return {
    files,
    refused: [
      ...added
        .filter((file) => !small.includes(file))
        .map(({ name }) => `${name} is larger than ${MAX_FILE_MB}MB and was left out.`),
      ...(left > 0
        ? [
            `The first ${MAX_FILES_PER_BATCH} files stay; ${left} more ${left === 1 ? 'was' : 'were'} left out.`,
          ]
        : []),
    ],
  };
}

/**
 * The files in what was dropped, folders with all that lies in them. Call it while the event lasts: it
 * opens what is there before it waits.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files];
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    return [
      await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail)),
    ];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: File[] = [];
  // It gives a hundred at a time. More than can be taken need not be read.
  while (all.length <= MAX_FILES_PER_BATCH) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) =>
      reader.readEntries(done, fail),
    );
    if (some.length === 0) break;
    for (const one of some) all.push(...(await filesIn(one)));
  }
  return all;
}
