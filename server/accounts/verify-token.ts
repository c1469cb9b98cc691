import type { FastifyReply, FastifyRequest } from 'fastify';
import { logEvent } from '../http/event-log.ts';
import { hitLimit } from '../http/limits.ts';
import { type Change, change } from '../lifecycle/change.ts';
import { askerOf } from './asker.ts';
import { AuthRefusal } from './auth-error.ts';
import { type Members, members, textMember } from './body-fields.ts';
import { limitCaller } from './caller-limit.ts';
import { deviceOf, keepDeviceCookie, noteDevice } from './devices.ts';
import { LINK_TYPES, signIn } from './follow-link.ts';
import { type LinkKind, type MailToken, takeCode, takeLink } from './mail-links.ts';
import type { AuthSession } from './sessions.ts';

const EXPIRED_LINK = 'Email link is invalid or has expired';

/**
 * POST /verify: a session for a link's token, or for an address with its six-digit code. Every failure
 * answers `otp_expired`. Source: auth wire contract, section 6.
 */
export async function verifyToken(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthSession> {
  await limitCaller(request, 'verify');
  const body = members(request.body);
  const type = textMember(body, 'type');
  if (!type) throw new AuthRefusal('validation_failed', 'Verify requires a verification type');
  const kinds = (Object.hasOwn(LINK_TYPES, type) && LINK_TYPES[type]) || [];
  const take = textMember(body, 'token_hash')
    ? readLink(body, kinds)
    : await readCode(request, kinds);
  const user_agent = request.headers['user-agent'];
  const device = deviceOf(request);
  const session = await change(request.server.context, async (change) => {
    const taken = await take(change);
    const opened = taken && (await signIn(change, taken, user_agent));
    if (opened) await noteDevice(change, opened.user.id, device);
    return opened;
  });
  if (session) {
    keepDeviceCookie(reply, request.server.context.config, device);
    logEvent(request, 'link_followed', { user_id: session.user.id, method: type });
    return session;
  }
  logEvent(request, 'link_refused');
  const words = textMember(body, 'token_hash') ? EXPIRED_LINK : undefined;
  throw new AuthRefusal('otp_expired', words);
}

type Take = (change: Change) => Promise<MailToken | null>;

function readLink(body: Members, kinds: readonly LinkKind[]): Take {
  const token = textMember(body, 'token_hash') ?? '';
  if (['email', 'phone', 'redirect_to'].some((name) => textMember(body, name))) {
    throw new AuthRefusal('validation_failed', 'Only the token_hash and type should be provided');
  }
  return async ({ tx }) => (kinds.length > 0 ? takeLink(tx, { token, kinds }) : null);
}

async function readCode(request: FastifyRequest, kinds: readonly LinkKind[]): Promise<Take> {
  const { context } = request.server;
  const body = members(request.body);
  const code = textMember(body, 'token');
  const given = textMember(body, 'email')?.trim().toLowerCase() ?? '';
  if (!code) throw new AuthRefusal('validation_failed', 'Verify requires a token or a token hash');
  if (!given && !textMember(body, 'phone')) {
    throw new AuthRefusal(
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    );
  }
  // Text that PostgreSQL refuses has no account.
  const email = given.includes('\0') || !given.isWellFormed() ? '' : given;
  const asker = await askerOf(request, email);
  const { user_id, mark } = asker;
  // A new mail allows new tries: these limit them for an address, known or not.
  const tries = await hitLimit(context, 'code_try', asker.key);
  if (tries.over) throw new AuthRefusal('otp_expired');
  const all = asker.isKnown ? null : await hitLimit(context, 'code_try_all', email);
  // Beyond that a code still works where it was asked for: strangers do not keep the owner out.
  const isOwnOnly = all?.over ?? false;
  return async (change) => {
    if (kinds.length === 0 || !user_id) return null;
    return takeCode(change, { user_id, kinds, code, asker: mark, isOwnOnly });
  };
}
