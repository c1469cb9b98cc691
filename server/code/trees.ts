import { createHash } from 'node:crypto';
import type { CodeKind } from '#domain/code.ts';
import type { PackedFile, PackPlace } from './packed-project.ts';
import type { ProjectFile } from './project-files.ts';

/** One line of a stored folder. */
export interface StoredEntry {
  name: string;
  type: 'folder' | 'file';
  /** SHA-256 in hex: of a file's bytes, or of a folder's lines. */
  hash: string;
  /** Bytes; of a folder, of all in it. */
  size: number;
  /** Files in it and below; of a file 1. */
  files: number;
  /** Null for a folder. */
  kind: CodeKind | null;
  executable: boolean;
}

/** A folder as it is stored, by the hash of its lines. */
export interface StoredTree {
  hash: string;
  /** JSON of `StoredEntry[]`, in the order of their names. */
  entries: string;
}

/** All folders of a project; equal ones are there once. The first is the top one. */
export interface Trees {
  root: string;
  trees: StoredTree[];
}

/** What is hashed and stored of a file. */
export type FileOfTree = Pick<ProjectFile, 'path' | 'hash' | 'size' | 'kind' | 'executable'>;

interface Folder {
  files: FileOfTree[];
  folders: Map<string, Folder>;
}

/** The folders of a project, each hashed over what is in it. */
export function treesOf(files: readonly FileOfTree[]): Trees {
  const top: Folder = { files: [], folders: new Map() };
  for (const file of files) folderOf(top, file.path.split('/').slice(0, -1)).files.push(file);
  const trees = new Map<string, string>();
  const { hash } = store(top, trees);
  return { root: hash, trees: [...trees].map(([hash, entries]) => ({ hash, entries })) };
}

function folderOf(top: Folder, path: readonly string[]): Folder {
  let folder = top;
  for (const name of path) {
    const next = folder.folders.get(name) ?? { files: [], folders: new Map() };
    folder.folders.set(name, next);
    folder = next;
  }
  return folder;
}

function store(folder: Folder, trees: Map<string, string>): Omit<StoredEntry, 'name'> {
  const entries: StoredEntry[] = [
    ...folder.files.map(({ path, hash, size, kind, executable }) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      type: 'file' as const,
      hash,
      size,
      files: 1,
      kind,
      executable,
    })),
    ...[...folder.folders].map(([name, inner]) => ({ name, ...store(inner, trees) })),
  ];
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const hash = hashOf(entries);
  trees.set(hash, JSON.stringify(entries));
  return {
    type: 'folder',
    hash,
    size: entries.reduce((sum, { size }) => sum + size, 0),
    files: entries.reduce((sum, { files }) => sum + files, 0),
    kind: null,
    executable: false,
  };
}

/** Over names, types and contents alone, so that anybody can make it anew from a project. */
function hashOf(entries: readonly StoredEntry[]): string {
  const hash = createHash('sha256');
  for (const { type, executable, hash: content, name } of entries)
    hash.update(`${type} ${executable ? 'x' : '-'} ${content} ${name}\0`);
  return hash.digest('hex');
}

/**
 * What a request has of code, as the database writes it: one text each, so that 20,000 files are handed
 * to a thread as quickly as ten.
 */
export interface StoredCode {
  /** Of a version; null where there is none yet. */
  root: string | null;
  /** JSON of its folders: `[hash, StoredEntry[]][]`. */
  trees: string;
  /** JSON of where files lie: `[hash, pack, start, length, skip][]`. */
  places: string;
}

/** Where all files of a request lie, by their hashes. */
export function placesIn({ places }: Pick<StoredCode, 'places'>): Map<string, PackPlace> {
  const rows: [string, string, number, number, number][] = JSON.parse(places);
  return new Map(
    rows.map(([hash, pack, start, length, skip]) => [hash, { pack, start, length, skip }]),
  );
}

/** The folders of a version, by their hashes. */
export function foldersIn({ trees }: Pick<StoredCode, 'trees'>): Map<string, StoredEntry[]> {
  return new Map<string, StoredEntry[]>(JSON.parse(trees));
}

/** All files of a version, in the order of their paths. */
export function filesIn(
  code: StoredCode,
  { places = placesIn(code), folders = foldersIn(code) } = {},
): PackedFile[] {
  const { root } = code;
  const files: PackedFile[] = [];
  const addFolder = (hash: string, prefix: string) => {
    for (const [path, entry] of pathsIn(folders.get(hash) ?? [], prefix)) {
      const { type, hash, size, kind, executable } = entry;
      const place = places.get(hash);
      if (type === 'folder') addFolder(hash, path);
      else if (place && kind) files.push({ path, hash, size, kind, executable, ...place });
    }
  };
  if (root !== null) addFolder(root, '');
  return files;
}

/** A folder with the `/` after it, so that it comes where its files do. */
function pathsIn(entries: readonly StoredEntry[], prefix: string): [string, StoredEntry][] {
  return entries
    .map((entry): [string, StoredEntry] => {
      return [`${prefix}${entry.name}${entry.type === 'folder' ? '/' : ''}`, entry];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
