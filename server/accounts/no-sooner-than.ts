import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Delays an answer until `milliseconds` have passed since the start, so that its timing does not tell
 * whether there was something to do. Source: auth wire contract, section 10.
 */
export async function noSoonerThan<Answer>(
  milliseconds: number,
  work: Promise<Answer>,
): Promise<Answer> {
  const [outcome] = await Promise.allSettled([work, sleep(milliseconds)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
