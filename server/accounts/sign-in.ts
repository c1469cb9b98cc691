import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBanned } from '../database/banned.ts';
import type { Tx } from '../database/database.ts';
import { logEvent } from '../http/event-log.ts';
import { change } from '../lifecycle/change.ts';
import { AuthRefusal } from './auth-error.ts';
import type { UserRow } from './auth-user.ts';
import { members, textMember } from './body-fields.ts';
import { deviceOf, keepDeviceCookie, laneOf, tellOfNewDevice } from './devices.ts';
import { isPasswordOf } from './password-check.ts';
import { type AuthSession, openSession } from './sessions.ts';

/** Longer addresses have no account. */
const EMAIL_LENGTH = 255;

/**
 * POST /token?grant_type=password. Unknown address, missing and wrong password get the same answer
 * after the same time. The owner is told of a new device. Source: auth wire contract, sections 4 and
 * 10.
 */
export async function signInWithPassword(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthSession> {
  const { context } = request.server;
  const { email, password } = readCredentials(request);
  const found = await context.db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'email_confirmed_at', 'banned_until'])
    .select('last_sign_in_at')
    .where('email', '=', email)
    .executeTakeFirst();
  const device = deviceOf(request);
  const lane = await laneOf(context, { id: found?.id, email }, device);
  const account = found ?? { email, password_hash: null };
  const isRight = await isPasswordOf(request, account, password, lane);
  const refused = (refusal: AuthRefusal) => {
    logEvent(request, 'sign_in_refused', found && { user_id: found.id });
    return refusal;
  };
  const refusal = whyNot(found, isRight);
  if (!found || refusal) throw refused(refusal ?? new AuthRefusal('invalid_credentials'));
  const user_agent = request.headers['user-agent'];
  const session = await change(context, async (change) => {
    const refusal = await whyNoMore(change.tx, found);
    if (refusal) throw refused(refusal);
    const opened = await openSession(change, { user_id: found.id, method: 'password', user_agent });
    await tellOfNewDevice(change, { ...found, isNew: found.last_sign_in_at === null }, device);
    return opened;
  });
  keepDeviceCookie(reply, context.config, device);
  logEvent(request, 'signed_in', { user_id: found.id, method: 'password' });
  return session;
}

/** Other problems of an account are reported only after the right password. */
function whyNot(
  account: Pick<UserRow, 'banned_until' | 'email_confirmed_at'> | undefined,
  isRight: boolean,
): AuthRefusal | null {
  if (!account || !isRight) return new AuthRefusal('invalid_credentials');
  if (isBanned(account)) return new AuthRefusal('user_banned', undefined, { status: 400 });
  return account.email_confirmed_at ? null : new AuthRefusal('email_not_confirmed');
}

/**
 * The same on the locked account: to check a password takes long, and it may have been changed, or the
 * account suspended or deleted, meanwhile.
 */
async function whyNoMore(
  tx: Tx,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
): Promise<AuthRefusal | null> {
  const account = await tx
    .selectFrom('users')
    .select(['password_hash', 'email_confirmed_at', 'banned_until'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return whyNot(account, account?.password_hash === password_hash);
}

function readCredentials(request: FastifyRequest): { email: string; password: string } {
  const body = members(request.body);
  const email = textMember(body, 'email');
  const password = textMember(body, 'password') ?? '';
  if (!email && textMember(body, 'phone')) throw new AuthRefusal('phone_provider_disabled');
  if (!email) throw new AuthRefusal('validation_failed', 'missing email or phone');
  // Text that PostgreSQL refuses has no account either.
  const isText = !email.includes('\0') && email.isWellFormed() && email.length <= EMAIL_LENGTH;
  return { email: isText ? email.trim().toLowerCase() : '', password };
}
