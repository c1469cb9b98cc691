import { setTimeout as sleep } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** Longer than any file of tests takes where the machine is busy, and less than a test may wait. */
const ENOUGH_MS = 240_000;

/** For tests that count by days or months (UTC): waits where one is about to end. */
export async function awayFromMidnight(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < ENOUGH_MS) await sleep(left + 1000);
}
