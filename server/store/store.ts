import type { Readable } from 'node:stream';
import { Refusal } from '#domain/refusals.ts';

/** Where bytes are kept: `originals/KEY`, `thumbnails/KEY`, and code in `packs/KEY`. */
export type ObjectName = `${'originals' | 'thumbnails' | 'packs'}/${string}`;

/** A finished file on this machine's disk, on its way into the store. */
export interface LocalFile {
  path: string;
  size: number;
  /** Base64; the store refuses what was damaged on the way. */
  md5: string;
}

/** Part of an object, first and last byte included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The one door to stored bytes. Every adapter passes the tests of `store-contract.ts`, and throws
 * nothing but StoreError.
 */
export interface FileStore {
  /** A folder of this machine for files that are still arriving. */
  incoming: string;
  /** Takes the file over: whole under its name afterwards, or not there at all. */
  put: (name: ObjectName, file: LocalFile) => Promise<void>;
  /** @throws StoreError `missing` */
  read: (name: ObjectName, range?: ByteRange) => Promise<Readable>;
  /** Gone afterwards, also if it was not there. */
  remove: (name: ObjectName) => Promise<void>;
  /**
   * Lends the object as a file of this machine, for as long as `work` takes.
   * @throws StoreError `missing`
   */
  lend: <Result>(name: ObjectName, work: (path: string) => Promise<Result>) => Promise<Result>;
}

const refusals = {
  missing: 'not_found',
  full: 'storage_full',
  unavailable: 'files_unavailable',
} as const;

/** Why the store could not do its work, as it may be told to people. */
export class StoreError extends Refusal {
  readonly trouble: keyof typeof refusals;

  constructor(trouble: keyof typeof refusals, cause: unknown) {
    super(refusals[trouble]);
    this.name = 'StoreError';
    this.trouble = trouble;
    this.cause = cause;
  }
}

/** An error of the operating system as the store tells it. */
export function fromSystem(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ENOENT') return new StoreError('missing', error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StoreError('full', error);
  return new StoreError('unavailable', error);
}
