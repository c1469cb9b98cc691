import { idempotencyKey } from './client.ts';

// Apart, as every signed-in screen loads it with the live stream.
/** Idempotency-Keys of this page's steps, whose results it shows already. */
const own = new Set<string>();
const MOST_OWN = 100;

/** Whether a live event was caused by a step of this page. */
export function isOwnStep(cause: string | undefined): boolean {
  return cause !== undefined && own.has(cause);
}

/**
 * Takes a step whose answer will be shown (`keepTicket`, `keepMilestone`).
 * @param send sends this Idempotency-Key along
 */
export async function step<Result>(
  send: (idempotencyKey: string) => Promise<Result>,
  key: string = idempotencyKey(),
): Promise<Result> {
  own.add(key);
  const [oldest] = own;
  if (own.size > MOST_OWN && oldest !== undefined) own.delete(oldest);
  try {
    return await send(key);
  } catch (cause) {
    // Only the live stream can tell whether it succeeded after all.
    own.delete(key);
    throw cause;
  }
}
