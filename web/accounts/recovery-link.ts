import { type AskWho, isRecovery, openedSession } from '../api/email-links.ts';
import { isRefusal } from '../api/is-refusal.ts';
import { owesCode } from '../api/owes-code.ts';
import { authErrorText, isSuspension } from './auth-error.ts';

export type LinkCheck =
  | { stage: 'invalid' | 'code' | 'form' | 'kept' | 'suspended' }
  | { stage: 'failed'; text: string };

/**
 * Whether the link that opened the page is valid. `failed`: unknown, the check may be repeated. `kept`:
 * it is another person's, and the present session stays.
 */
export async function checkRecoveryLink(ask: AskWho): Promise<LinkCheck> {
  try {
    const session = await openedSession('recovery', ask);
    if (session === 'kept') return { stage: 'kept' };
    if (session === null || !isRecovery(session)) return { stage: 'invalid' };
    return { stage: owesCode(session) ? 'code' : 'form' };
  } catch (cause) {
    if (isSuspension(cause)) return { stage: 'suspended' };
    console.error(cause);
    return isRefusal(cause)
      ? { stage: 'invalid' }
      : { stage: 'failed', text: authErrorText(cause) };
  }
}
