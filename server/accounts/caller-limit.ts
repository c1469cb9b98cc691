import type { FastifyRequest } from 'fastify';
import { logEvent } from '../http/event-log.ts';
import { type Hits, hitLimit, hitNetwork } from '../http/limits.ts';
import { askerOf } from './asker.ts';
import { AuthRefusal } from './auth-error.ts';

type MailLimit =
  | 'signup_mail'
  | 'resend_mail'
  | 'signup_mail_day'
  | 'signup_mail_all'
  | 'recovery_mail'
  | 'recovery_mail_day'
  | 'recovery_mail_all'
  | 'reauthentication_mail';
type CallerLimit =
  | 'factors'
  | 'passkey'
  | 'signup'
  | 'recover'
  | 'resend'
  | 'update_user'
  | 'verify'
  | 'token';

/**
 * Counts a request against the limits of its address and network.
 * @throws AuthRefusal `over_request_rate_limit`
 */
export async function limitCaller(request: FastifyRequest, name: CallerLimit): Promise<Hits> {
  const hits = await hitNetwork(request.server.context, name, request.ip);
  if (!hits.over) return hits;
  logEvent(request, 'limit_reached', { limit: name });
  throw new AuthRefusal('over_request_rate_limit', undefined, { retryAfter: hits.seconds });
}

/**
 * Limits mails per kind and `key`: an address, known here or not, or an address with who asks.
 * @throws AuthRefusal `over_email_send_rate_limit`
 */
export async function limitMail(
  request: FastifyRequest,
  name: MailLimit,
  key: string,
): Promise<void> {
  const refusal = await whyNoMail(request, name, key);
  if (refusal) throw refusal;
}

/** The same, but returns the refusal; null when a mail may be sent. */
async function whyNoMail(
  request: FastifyRequest,
  name: MailLimit,
  key: string,
): Promise<AuthRefusal | null> {
  const { over, seconds } = await hitLimit(request.server.context, name, key);
  if (!over) return null;
  logEvent(request, 'limit_reached', { limit: name });
  const message = `For security purposes, you can only request this after ${seconds} seconds.`;
  return new AuthRefusal('over_email_send_rate_limit', message, { retryAfter: seconds });
}

/**
 * Why no mail about a sign-up is sent to an address, known or not: there is one a minute of each kind, and
 * so many a day. What one asker is refused counts for nobody else.
 */
export async function whyNoSignUpMail(
  request: FastifyRequest,
  name: 'signup_mail' | 'resend_mail',
  email: string,
): Promise<AuthRefusal | null> {
  const { roundKey } = await askerOf(request, email);
  return (
    (await whyNoMail(request, name, email)) ??
    (await whyNoMail(request, 'signup_mail_day', roundKey)) ??
    whyNoMail(request, 'signup_mail_all', email)
  );
}
