import type { FoundSecret, SecretsChoice } from '#domain/secret.ts';
import { ApiError } from '../../api/api-error.ts';

export type Choice = SecretsChoice | 'back';

/** Goes into the body of a call. */
export interface Said {
  secrets?: SecretsChoice;
}

/** How a call is sent: false when its author would rather go back. */
export type Ask = <Result>(call: (said: Said) => Promise<Result>) => Promise<Result | false>;

/**
 * What is said of keys where nobody needs them, as before an unblocker works on the request: they are masked
 * or taken out.
 */
export function masked({ secrets }: Said): { secrets?: 'mask' } {
  if (secrets === 'share')
    throw new Error('Keys cannot be shared here. Mask them, or take them out.');
  return secrets ? { secrets } : {};
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
