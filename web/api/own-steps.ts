import { idempotencyKey } from './client.ts';

// On its own, as every signed-in screen loads it with the live stream.
/** Keys of the steps that this page has taken: what the live stream says of them is shown already. */
const own = new Set<string>();
const MOST_OWN = 100;

/** Whether the step that caused a live event is one of this page, whose answer is there or comes. */
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
    // Whether it was done after all, only the live stream can say.
    own.delete(key);
    throw cause;
  }
}
