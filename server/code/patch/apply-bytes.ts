import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { Refusal } from '#domain/refusals.ts';
import type { Budget } from './budget.ts';
import { applyDelta, deltaSize } from './delta.ts';
import { type FilePatch, type PatchBytes, unreadable } from './file-patch.ts';

/** Git's hash of a file's bytes: SHA-1, or SHA-256 in repositories that were made so. */
export function blobId(bytes: Uint8Array, algorithm: 'sha1' | 'sha256' = 'sha1'): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/**
 * A file that is no text as a patch makes it, held to the hashes before and after.
 * @throws Refusal `not_a_patch`, `patch_does_not_fit`, `too_much_to_read`
 */
export function applyBytes(before: Buffer, patch: FilePatch, budget: Budget): Buffer {
  const { bytes, ids, oldPath, newPath, line } = patch;
  if (!bytes || !ids) return before;
  const path = newPath ?? oldPath ?? '';
  if (oldPath !== null && !hasId(before, ids.before)) {
    throw new Refusal(
      'patch_does_not_fit',
      `${path}: the patch was made for another version of this file, which is no text.`,
    );
  }
  if (/^0+$/.test(ids.after)) return Buffer.alloc(0);
  const after = resultOf(bytes, before, budget);
  if (!hasId(after, ids.after)) throw unreadable(line, 'begins a file that the patch has damaged');
  return after;
}

function resultOf(bytes: PatchBytes, before: Buffer, budget: Budget): Buffer {
  const { method, line } = bytes;
  const unpacked = unpack(bytes, budget);
  if (method === 'literal') return unpacked;
  const size = deltaSize(unpacked, before.length);
  budget.takeBytes(size ?? 0);
  const result = size === null ? null : applyDelta(before, unpacked);
  if (!result) throw unreadable(line, 'begins bytes that do not lead from one file to the other');
  return result;
}

/** Never more than the patch says, and that is counted before. */
function unpack({ packed, size, line }: PatchBytes, budget: Budget): Buffer {
  budget.takeBytes(size);
  try {
    const bytes = inflateSync(packed, { maxOutputLength: Math.max(1, size) });
    if (bytes.length === size) return bytes;
  } catch {
    // Falls through to the one answer.
  }
  throw unreadable(line, 'begins bytes that cannot be unpacked to what the patch says');
}

function hasId(bytes: Buffer, id: string): boolean {
  return blobId(bytes, id.length === 64 ? 'sha256' : 'sha1') === id;
}
