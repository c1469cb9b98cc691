import type { FastifyRequest } from 'fastify';
import { isBanned } from '../database/banned.ts';
import { logEvent } from '../http/event-log.ts';
import { change } from '../lifecycle/change.ts';
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
  await limitMail(request, 'recovery_mail', email);
  const sending = change(context, async (change) => {
    const user = await change.tx
      .selectFrom('users')
      .select(['id', 'email', 'banned_until'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (user && !isBanned(user)) await sendRecovery(change, { user, challenge, redirect_to });
    return user;
  });
  const user = await noSoonerThan(ANSWER_MS, sending);
  logEvent(request, 'reset_requested', user && { user_id: user.id });
  return {};
}
