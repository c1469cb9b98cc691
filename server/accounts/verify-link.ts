import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reader } from '../database/database.ts';
import { logEvent } from '../http/event-log.ts';
import { change } from '../lifecycle/change.ts';
import { AuthRefusal } from './auth-error.ts';
import { members, textMember } from './body-fields.ts';
import { limitCaller } from './caller-limit.ts';
import { deviceOf, keepDeviceCookie, noteDevice } from './devices.ts';
import { followLink, LINK_TYPES } from './follow-link.ts';
import { confirmedSince, takeLink } from './mail-links.ts';
import { redirectTarget, withFragment, withQuery } from './redirects.ts';
import type { AuthSession } from './sessions.ts';

const EXPIRED = 'Email link is invalid or has expired';

/** GET /verify: the target of a mail's button. Always redirects to a page of ours. Source: section 6. */
export async function verifyLink(request: FastifyRequest, reply: FastifyReply) {
  await limitCaller(request, 'verify');
  const query = members(request.query);
  const token = textMember(query, 'token');
  const type = textMember(query, 'type');
  if (!token) throw new AuthRefusal('validation_failed', 'Verify requires a token');
  if (!type) throw new AuthRefusal('validation_failed', 'Verify requires a verification type');
  const target = redirectTarget(request.server.context.config, request);
  const location = await follow(request, reply, { token, type, target }).catch(
    async (error: unknown) => {
      if (!(error instanceof AuthRefusal)) throw error;
      logEvent(request, 'link_refused');
      const ended = await howItEnded(request.server.context.db, { token, type });
      return refusal(error, { token, target, ended });
    },
  );
  return reply.redirect(location, 303);
}

interface Followed {
  token: string;
  type: string;
  target: string;
}

/** @throws AuthRefusal `otp_expired`, `user_banned` */
async function follow(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, type, target }: Followed,
): Promise<string> {
  const kinds = Object.hasOwn(LINK_TYPES, type) ? LINK_TYPES[type] : undefined;
  const { context } = request.server;
  const device = deviceOf(request);
  const followed = await change(context, async (change) => {
    const taken = kinds && (await takeLink(change.tx, { token, kinds }));
    if (!taken) throw new AuthRefusal('otp_expired', EXPIRED);
    const followed = await followLink(change, taken, request.headers['user-agent']);
    if ('session' in followed) await noteDevice(change, followed.user_id, device);
    return followed;
  });
  logEvent(request, 'link_followed', { user_id: followed.user_id, method: type });
  if ('code' in followed) return withQuery(target, { code: followed.code });
  keepDeviceCookie(reply, context.config, device);
  return withFragment(target, fragment(followed.session, type));
}

/** Of a confirmation: a mail program that looks at links may have followed it, or a newer one was sent. */
async function howItEnded(
  db: Reader,
  { token, type }: { token: string; type: string },
): Promise<'confirmed' | 'replaced' | null> {
  if (type !== 'signup') return null;
  const isConfirmed = await confirmedSince(db, token);
  if (isConfirmed === null) return null;
  return isConfirmed ? 'confirmed' : 'replaced';
}

function fragment(session: AuthSession, type: string): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    type,
  };
}

function refusal(
  error: AuthRefusal,
  { token, target, ended }: { token: string; target: string; ended: string | null },
): string {
  const problem = {
    error: 'access_denied',
    error_code: error.code,
    error_description: error.message,
  };
  const isPkce = token.startsWith('pkce_');
  const more = { sb: '', ...(ended && { ended }) };
  return withFragment(isPkce ? withQuery(target, problem) : target, { ...problem, ...more });
}
