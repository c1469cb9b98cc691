import type { FastifyRequest } from 'fastify';
import { change } from '../lifecycle/change.ts';
import { AuthRefusal } from './auth-error.ts';
import { members, textMember } from './body-fields.ts';
import { limitCaller, whyNoSignUpMail } from './caller-limit.ts';
import { requireEmail } from './email-field.ts';
import { sendConfirmation } from './letters.ts';
import { noSoonerThan } from './no-sooner-than.ts';
import { readChallenge } from './pkce.ts';
import { redirectTarget } from './redirects.ts';

const ANSWER_MS = 60;
const TYPES = ['signup', 'email_change'];

/**
 * POST /resend: the confirmation once more, if that account waits for one; the same answer if not.
 * There is no change of address to send again, so that type is only answered. Source: sections 4, 10.
 */
export async function resend(request: FastifyRequest): Promise<Record<string, never>> {
  await limitCaller(request, 'resend');
  const body = members(request.body);
  const type = textMember(body, 'type') ?? '';
  if (!TYPES.includes(type)) {
    throw new AuthRefusal('validation_failed', 'Missing one of these types: signup, email_change');
  }
  const email = requireEmail(body);
  const challenge = readChallenge(body);
  const { context } = request.server;
  const redirect_to = redirectTarget(context.config, request);
  const tooSoon = await whyNoSignUpMail(request, 'resend_mail', email);
  if (tooSoon) throw tooSoon;
  const sending = change(context, async (change) => {
    const user = await change.tx
      .selectFrom('users')
      .select(['id', 'email', 'owes_password'])
      .where('email', '=', email)
      .where('email_confirmed_at', 'is', null)
      .executeTakeFirst();
    if (user && type === 'signup') await sendConfirmation(change, { user, challenge, redirect_to });
  });
  await noSoonerThan(ANSWER_MS, sending);
  return {};
}
