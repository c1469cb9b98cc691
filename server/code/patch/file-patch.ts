import { Refusal } from '#domain/refusals.ts';

/** Lines that stand together in a patch. */
export interface PatchHunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** Unchanged lines before its first change, and after its last. */
  leading: number;
  trailing: number;
  /** Where its first line stands in the patch, counted from 1. */
  line: number;
  /** Its lines as they stand in the patch, without the one with `@@`. */
  body: Buffer;
}

/** Bytes that a patch brings, packed by zlib. */
export interface PatchBytes {
  /** `delta` is to be applied to what the file was before. */
  method: 'literal' | 'delta';
  /** Bytes once unpacked, as the patch says. */
  size: number;
  packed: Buffer;
  line: number;
}

/** What a patch does to one file. */
export interface FilePatch {
  /** Null for a file that it adds. */
  oldPath: string | null;
  /** Null for a file that it removes. */
  newPath: string | null;
  /** Whether it makes another file of one that it leaves (`copy`) or takes away (`move`). */
  from: 'copy' | 'move' | null;
  /** Null where it stays as it is. */
  executable: boolean | null;
  /** In a plain diff, a file that had no lines may have been missing. */
  mayBeNew: boolean;
  hunks: PatchHunk[];
  bytes: PatchBytes | null;
  /** Hashes that git gives the file before and after, where they are written out. */
  ids: { before: string; after: string } | null;
  /** Which of several mails of `git format-patch` it is in, counted from 0. Each begins where the one before ended. */
  commit: number;
  /** Where it begins in the patch, counted from 1. */
  line: number;
}

/**
 * What is wrong with a patch itself, whatever the project is.
 * @param line of the patch, counted from 1
 * @param what goes on after "Line 3 of the patch "
 */
export function unreadable(line: number, what: string): Refusal {
  return new Refusal('not_a_patch', `Line ${line} of the patch ${what}.`);
}
