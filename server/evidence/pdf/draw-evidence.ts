import path from 'node:path';
import { Refusal } from '#domain/refusals.ts';
import { runOnBytes } from '../../workers/own-process.ts';
import { Turns } from '../../workers/turns.ts';
import type { Illustrated } from './evidence-document.ts';

/** Each takes a whole processor. */
const turns = new Turns({ atOnce: 1, atOnceEach: 1, waiting: 20, waitingEach: 2 });
const PATIENCE_MS = 60_000;
const PROGRAM = {
  file: path.join(import.meta.dirname, 'draw-program.ts'),
  args: [],
  seconds: 60,
  heapMb: 768,
  outputBytes: 30_000_000,
};

/**
 * An evidence file as PDF, drawn in a process of its own, as it holds users' texts and pictures.
 * @param owner whose work it is
 * @throws TaskError for what takes too long or too much, Refusal `unavailable` where too many wait
 */
export async function drawEvidence(evidence: Illustrated, owner: string): Promise<Buffer> {
  const endTurn = await turns.take(owner, AbortSignal.timeout(PATIENCE_MS));
  if (!endTurn) throw new Refusal('unavailable');
  try {
    return await runOnBytes(PROGRAM, Buffer.from(JSON.stringify(evidence)));
  } finally {
    endTurn();
  }
}
