import type { FastifyRequest } from 'fastify';
import { isBanned } from '../database/banned.ts';
import { logEvent } from '../http/event-log.ts';
import { change } from '../lifecycle/change.ts';
import { type Asker, askerOf } from './asker.ts';
import { members } from './body-fields.ts';
import { limitCaller, limitMail } from './caller-limit.ts';
import { requireEmail } from './email-field.ts';
import { sendRecovery } from './letters.ts';
import { noSoonerThan } from './no-sooner-than.ts';
import { readChallenge } from './pkce.ts';
import { redirectTarget } from './redirects.ts';

const ANSWER_MS = 60;

/**
 * POST /recover: sends a mail if the account exists; the answer is the same if not. Source: section 10.
 */
export async function recover(request: FastifyRequest): Promise<Record<string, never>> {
  await limitCaller(request, 'recover');
  const body = members(request.body);
  const email = requireEmail(body, 'Password recovery requires an email');
  const challenge = readChallenge(body);
  const { context } = request.server;
  const redirect_to = redirectTarget(context.config, request);
  const asker = await askerOf(request, email);
  await limitMails(request, email, asker);
  const sending = change(context, async (change) => {
    const user = await change.tx
      .selectFrom('users')
      .select(['id', 'email', 'banned_until'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (user && !isBanned(user)) {
      await sendRecovery(change, { user, challenge, redirect_to, asker: asker.mark });
    }
    return user;
  });
  const user = await noSoonerThan(ANSWER_MS, sending);
  logEvent(request, 'reset_requested', user && { user_id: user.id });
  return {};
}

/**
 * What one asker is refused counts for nobody else, so that a single one cannot use up the mails of an
 * address.
 * @throws AuthRefusal `over_email_send_rate_limit`
 */
async function limitMails(request: FastifyRequest, email: string, asker: Asker): Promise<void> {
  await limitMail(request, 'recovery_mail', asker.key);
  await limitMail(request, 'recovery_mail_day', asker.roundKey);
  if (!asker.isKnown) await limitMail(request, 'recovery_mail_all', email);
}
