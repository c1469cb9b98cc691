import type { FastifyRequest } from 'fastify';
import { change } from '../lifecycle/change.ts';
import { limitMail } from './caller-limit.ts';
import { sendReauthenticationCode } from './letters.ts';
import { requireSignedIn } from './signed-in.ts';

/** GET /reauthenticate: mails a code that PUT /user takes as `nonce`. Source: section 4. */
export async function reauthenticate(request: FastifyRequest): Promise<Record<string, never>> {
  const { user } = await requireSignedIn(request);
  const { context } = request.server;
  await limitMail(request, 'reauthentication_mail', user.email);
  await change(context, (change) => sendReauthenticationCode(change, user));
  return {};
}
