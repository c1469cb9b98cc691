import type { FoundSecret, SecretsChoice } from '#domain/secret.ts';
import { ApiError } from '../../api/api-error.ts';

export type Choice = SecretsChoice | 'back';

/** Goes into the body of a call. */
export interface Said {
  secrets?: SecretsChoice;
}

/**
 * Sends; where the server finds keys or passwords in it, asks its author and sends again with what
 * they say. Resolves to false when they would rather go back.
 */
export async function sendAsking<Result>(
  call: (said: Said) => Promise<Result>,
  ask: (items: readonly FoundSecret[]) => Promise<Choice>,
): Promise<Result | false> {
  try {
    return await call({});
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.items.length === 0) throw cause;
    const choice = await ask(cause.items);
    return choice === 'back' ? false : call({ secrets: choice });
  }
}
