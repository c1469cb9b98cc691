import type { FastifyRequest } from 'fastify';
import { logEvent } from '../http/event-log.ts';
import { hitLimit, networkOf } from '../limits/limits.ts';
import { AuthRefusal } from './auth-error.ts';

type MailLimit = 'signup_mail' | 'resend_mail' | 'recovery_mail' | 'reauthentication_mail';
type CallerLimit = 'factors' | 'signup' | 'recover' | 'resend' | 'update_user' | 'verify' | 'token';

/**
 * Counts this request for its network address.
 * @throws AuthRefusal `over_request_rate_limit`
 */
export async function limitCaller(request: FastifyRequest, name: CallerLimit): Promise<void> {
  const hits = await hitLimit(request.server.context, name, networkOf(request.ip));
  if (!hits.over) return;
  logEvent(request, 'limit_reached', { limit: name });
  throw new AuthRefusal('over_request_rate_limit', undefined, { retryAfter: hits.seconds });
}

/**
 * One mail per address and kind at a time, whether or not the address is known here.
 * @throws AuthRefusal `over_email_send_rate_limit`
 */
export async function limitMail(
  request: FastifyRequest,
  name: MailLimit,
  email: string,
): Promise<void> {
  const { context } = request.server;
  const own = await hitLimit(context, name, email);
  if (own.over) {
    logEvent(request, 'limit_reached', { limit: name });
    const message = `For security purposes, you can only request this after ${own.seconds} seconds.`;
    throw new AuthRefusal('over_email_send_rate_limit', message, { retryAfter: own.seconds });
  }
  const all = await hitLimit(context, 'mails', 'all');
  if (!all.over) return;
  logEvent(request, 'limit_reached', { limit: 'mails' });
  throw new AuthRefusal('over_email_send_rate_limit', undefined, { retryAfter: all.seconds });
}
