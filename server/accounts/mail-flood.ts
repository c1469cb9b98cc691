import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { hitLimit, isReached } from '../limits/limits.ts';

const WAIT_MS = 2000;

type Limited = Pick<Context, 'db' | 'config'>;

/** Counts a mail of an account that was sent: what sends nothing adds to no flood. */
export async function countMail(context: Limited): Promise<void> {
  await hitLimit(context, 'mails', 'all');
}

/** Whether the whole service sends more mails for accounts than it does on any usual day. */
export function isMailFlood(context: Limited): Promise<boolean> {
  return isReached(context, 'mails', 'all');
}

/** Makes a call wait in a flood, whatever its address; none is refused because of others. */
export async function waitInFlood(context: Limited): Promise<void> {
  if (await isMailFlood(context)) await sleep(WAIT_MS);
}
