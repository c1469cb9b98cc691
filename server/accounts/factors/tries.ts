import type { FastifyRequest } from 'fastify';
import { logEvent } from '../../http/event-log.ts';
import { hitLimit } from '../../http/limits.ts';
import { change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import type { SignedIn } from '../signed-in.ts';
import { sendWrongCodes } from './letters.ts';

const refusals = {
  factor_code: 'over_request_rate_limit',
  backup_code: 'mfa_recovery_codes_locked',
} as const;

interface Tried {
  limit: keyof typeof refusals;
  key: string;
  /** The first code of a new app, which signs nobody in. */
  isSetUp?: boolean;
}

/**
 * Counts a try before its outcome is known, so that simultaneous ones all count; remove it when the
 * code was right. A person who gets this far knows the password, so the owner is warned by mail, once a
 * day.
 * @throws AuthRefusal `over_request_rate_limit` or `mfa_recovery_codes_locked`
 */
export async function countTry(
  request: FastifyRequest,
  { user }: SignedIn,
  { limit, key, isSetUp = false }: Tried,
): Promise<void> {
  const { context } = request.server;
  const tries = await hitLimit(context, limit, key);
  if (!tries.over) return;
  logEvent(request, 'limit_reached', { user_id: user.id, limit });
  const told = isSetUp ? null : await hitLimit(context, 'wrong_codes_mail', user.id);
  if (told && !told.over) await change(context, (change) => sendWrongCodes(change, user.email));
  const minutes = Math.ceil(tries.seconds / 60);
  const message = `Too many wrong codes. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  throw new AuthRefusal(refusals[limit], message, { retryAfter: tries.seconds });
}
