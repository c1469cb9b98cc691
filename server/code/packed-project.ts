import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { Refusal } from '#domain/refusals.ts';
import type { ProjectFile, ProjectFiles } from './project-files.ts';

const unpack = promisify(zstdDecompress);

/** Where the packed bytes of a file lie. */
export interface PackPlace {
  /** A key of the store, or a file of this machine. */
  pack: string;
  start: number;
  length: number;
}

export type PackedFile = ProjectFile & PackPlace;

/** Reads part of a pack. */
export type ReadPart = (place: PackPlace) => Promise<Buffer>;

/** A version of a project whose files lie in packs, each packed on its own. */
export class PackedProject<File extends PackedFile> implements ProjectFiles {
  readonly files: readonly File[];
  private readonly byPath: ReadonlyMap<string, File>;
  private readonly readPart: ReadPart;

  constructor(files: readonly File[], readPart: ReadPart) {
    this.files = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    this.byPath = new Map(files.map((file) => [file.path, file]));
    this.readPart = readPart;
  }

  find(path: string): File | undefined {
    return this.byPath.get(path);
  }

  /** @throws Refusal `not_found` */
  readonly read = async (path: string): Promise<Buffer> => {
    const file = this.find(path);
    if (!file) throw new Refusal('not_found');
    return unpacked(await this.readPart(file));
  };
}

/** The bytes of a file as they were before it was packed. */
export async function unpacked(part: Buffer): Promise<Buffer> {
  return unpack(part);
}
