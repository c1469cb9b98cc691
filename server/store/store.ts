import type { Readable } from 'node:stream';
import { Refusal } from '#domain/refusals.ts';

/** `originals/KEY`, `thumbnails/KEY`, and code in `packs/KEY`. */
export type ObjectName = `${'originals' | 'thumbnails' | 'packs'}/${string}`;

/** A complete file on this machine, to be stored. */
export interface LocalFile {
  path: string;
  size: number;
  /** Base64; the store refuses a file that was damaged on the way. */
  md5: string;
}

/** Part of an object, first and last byte included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Access to stored bytes. Every adapter passes `testing/store-contract.ts`, and throws only StoreError. */
export interface FileStore {
  /** A folder of this machine for incoming files. */
  incoming: string;
  /** Stores the file: complete under its name afterwards, or not at all. */
  put: (name: ObjectName, file: LocalFile) => Promise<void>;
  /** @throws StoreError `missing` */
  read: (name: ObjectName, range?: ByteRange) => Promise<Readable>;
  /** Gone afterwards, also if it was not there. */
  remove: (name: ObjectName) => Promise<void>;
  /**
   * Gives the object as a file on this machine while `work` runs.
   * @throws StoreError `missing`
   */
  lend: <Result>(name: ObjectName, work: (path: string) => Promise<Result>) => Promise<Result>;
}

const refusals = {
  missing: 'not_found',
  full: 'storage_full',
  unavailable: 'files_unavailable',
} as const;

/** Why the store failed, in words for users. */
export class StoreError extends Refusal {
  readonly trouble: keyof typeof refusals;

  constructor(trouble: keyof typeof refusals, cause: unknown) {
    super(refusals[trouble]);
    this.name = 'StoreError';
    this.trouble = trouble;
    this.cause = cause;
  }
}

/** An error of the operating system as a StoreError. */
export function fromSystem(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ENOENT') return new StoreError('missing', error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StoreError('full', error);
  return new StoreError('unavailable', error);
}
