import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromSystem } from '../store/store.ts';
import { runOnBytes } from '../workers/own-process.ts';
import { TaskError } from '../workers/task-error.ts';
import { Turns } from '../workers/turns.ts';
import type { PictureKind } from './draw-picture.ts';

const DRAW = {
  file: path.join(import.meta.dirname, 'draw-picture.ts'),
  seconds: 15,
  heapMb: 128,
  outputBytes: 2 * 1024 * 1024,
};
/** Each takes a processor, and memory for its pixels. One picture that hangs leaves the other place. */
const turns = new Turns({ atOnce: 2, atOnceEach: 1, waiting: 100, waitingEach: 10 });
const MAX_WAIT_MS = 30_000;

/**
 * Draws an untrusted picture in a process of its own: a smaller one of the first frame, upright,
 * without anything that the original said about itself. A `thumbnail` and a `square` of the middle, for
 * profiles, are WebP; a `print` for paper is a larger JPEG.
 * @param owner whose picture it is: one that hangs holds up other people's for no longer than that
 * @throws TaskError, StoreError
 */
export async function drawPicture(
  kind: PictureKind,
  bytes: () => Promise<Readable>,
  owner: string,
): Promise<Buffer> {
  const endTurn = await turns.take(owner, AbortSignal.timeout(MAX_WAIT_MS));
  if (!endTurn) throw new TaskError('busy');
  try {
    const content = await bytes()
      .then(buffer)
      .catch((error: unknown) => {
        throw fromSystem(error);
      });
    return await runOnBytes({ ...DRAW, args: [kind] }, content);
  } finally {
    endTurn();
  }
}

/** Whether it is no picture, or none that can be drawn safely. Anything else may pass. */
export function isFaultOfPicture(error: unknown): boolean {
  return error instanceof TaskError && error.trouble !== 'busy';
}
