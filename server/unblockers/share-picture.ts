import path from 'node:path';
import { Refusal } from '#domain/refusals.ts';
import type { Unblocker } from '#domain/unblocker.ts';
import { finishedWords } from '#domain/unblocker-words.ts';
import { runOnBytes } from '../workers/own-process.ts';
import { Turns } from '../workers/turns.ts';

/** What the program draws. */
export interface SharePicture {
  name: string;
  headline: string;
  done: string;
}

const DRAW = {
  file: path.join(import.meta.dirname, 'draw-share-picture.ts'),
  args: [],
  seconds: 10,
  heapMb: 128,
  outputBytes: 1024 * 1024,
};
const turns = new Turns({ atOnce: 1, atOnceEach: 1, waiting: 20, waitingEach: 2 });
const PATIENCE_MS = 15_000;

/**
 * The picture that other sites show beside a link to a profile, 1200 by 630 pixels, as PNG. It is drawn in
 * a process of its own, since its words are a person's.
 * @throws TaskError, Refusal `unavailable` where too many wait
 */
export async function sharePicture(unblocker: Unblocker): Promise<Buffer> {
  const endTurn = await turns.take(unblocker.id, AbortSignal.timeout(PATIENCE_MS));
  if (!endTurn) throw new Refusal('unavailable');
  try {
    const words: SharePicture = {
      name: unblocker.full_name,
      headline: unblocker.headline,
      done: unblocker.finished > 0 ? finishedWords(unblocker.finished) : 'Unblocker',
    };
    return await runOnBytes(DRAW, Buffer.from(JSON.stringify(words)));
  } finally {
    endTurn();
  }
}
