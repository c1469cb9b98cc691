import { Refusal } from '#domain/refusals.ts';
import { runOnBytes } from '../workers/own-process.ts';
import { Turns } from '../workers/turns.ts';

/** Each takes a whole processor. */
const turns = new Turns({ atOnce: 1, atOnceEach: 1, waiting: 20, waitingEach: 2 });
const PATIENCE_MS = 60_000;
const LIMITS = { args: [], seconds: 60, heapMb: 768, outputBytes: 30_000_000 };

/**
 * A PDF, drawn by a program in a process of its own, as it holds users' texts.
 * @param file the program: reads JSON from its input, and writes the PDF
 * @param owner whose work it is
 * @throws TaskError for what takes too long or too much, Refusal `unavailable` where too many wait
 */
export async function drawApart(file: string, input: object, owner: string): Promise<Buffer> {
  const endTurn = await turns.take(owner, AbortSignal.timeout(PATIENCE_MS));
  if (!endTurn) throw new Refusal('unavailable');
  try {
    return await runOnBytes({ ...LIMITS, file }, Buffer.from(JSON.stringify(input)));
  } finally {
    endTurn();
  }
}
