import { promisify } from 'node:util';
import { zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { Refusal } from '#domain/refusals.ts';
import type { ProjectFile, ProjectFiles } from './project-files.ts';

const unpack = promisify(zstdDecompress);

/**
 * Where the bytes of a file lie. A pack is a row of frames, each packed by itself: many small texts
 * together, or one file alone.
 */
export interface PackPlace {
  /** A key of the store, or a file of this machine. */
  pack: string;
  /** Of the frame, in its pack. */
  start: number;
  length: number;
  /** Where in the unpacked frame the file begins. */
  skip: number;
}

export type PackedFile = ProjectFile & PackPlace;

/**
 * Small texts are packed together up to here, so that a search unpacks few frames, and one file little.
 * What is not shorter has a frame of its own.
 */
export const FRAME_BYTES = 128 * 1024;

/** Reads part of a pack: a frame as it is packed. */
export type ReadPart = (frame: Omit<PackPlace, 'skip'>) => Promise<Buffer>;

/** Neighbours are read one after the other: their frames stay at hand, some megabytes at most. */
const FRAMES_AT_HAND = 16;

/** Reads files out of their frames. */
export class FrameReader {
  private readonly readPart: ReadPart;
  private readonly frames = new Map<string, Promise<Buffer>>();

  constructor(readPart: ReadPart) {
    this.readPart = readPart;
  }

  async read({ size, skip, ...frame }: PackPlace & { size: number }): Promise<Buffer> {
    // A longer file has a frame of its own, which nobody asks for again: it is not kept at hand.
    if (size >= FRAME_BYTES) return unpack(await this.readPart(frame));
    const unpacked = await this.frameAt(frame);
    if (unpacked.length === size) return unpacked;
    // A copy of its own: whoever keeps a file does not keep the frame, or hand it to a thread with it.
    const bytes = Buffer.allocUnsafeSlow(size);
    unpacked.copy(bytes, 0, skip, skip + size);
    return bytes;
  }

  private frameAt({ pack, start, length }: Omit<PackPlace, 'skip'>) {
    const place = `${pack} ${start}`;
    const frame = this.frames.get(place) ?? this.unpacked({ pack, start, length });
    this.frames.delete(place);
    this.frames.set(place, frame);
    const [oldest = place] = this.frames.keys();
    if (this.frames.size > FRAMES_AT_HAND) this.frames.delete(oldest);
    return frame;
  }

  /** To hand over as little as a frame would take longer than to unpack it. */
  private async unpacked(frame: Omit<PackPlace, 'skip'>): Promise<Buffer> {
    return zstdDecompressSync(await this.readPart(frame));
  }
}

/** A version of a project whose files lie in packs. */
export class PackedProject<File extends PackedFile> implements ProjectFiles {
  readonly files: readonly File[];
  private readonly byPath: ReadonlyMap<string, File>;
  private readonly frames: FrameReader;

  constructor(files: readonly File[], readPart: ReadPart) {
    this.files = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    this.byPath = new Map(files.map((file) => [file.path, file]));
    this.frames = new FrameReader(readPart);
  }

  find(path: string): File | undefined {
    return this.byPath.get(path);
  }

  /** @throws Refusal `not_found` */
  readonly read = async (path: string): Promise<Buffer> => {
    const file = this.find(path);
    if (!file) throw new Refusal('not_found');
    return this.frames.read(file);
  };
}

type Frame<File> = readonly [File, ...File[]];

/** The files of each frame, as the frames lie in their packs: so they are read quickest. */
export function framesOf<File extends PackPlace>(files: readonly File[]): Frame<File>[] {
  const frames = Map.groupBy(files, ({ pack, start }) => `${pack} ${start}`);
  return [...(frames.values() as Iterable<Frame<File>>)].sort(([a], [b]) =>
    a.pack === b.pack ? a.start - b.start : a.pack < b.pack ? -1 : 1,
  );
}
