import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS } from '#domain/milliseconds.ts';
import type { Tx } from '../database/database.ts';
import { ACCESS_TOKEN_SECONDS, type SessionProof, signAccessToken } from '../http/access-token.ts';
import type { Change } from '../lifecycle/change.ts';
import { type AuthUser, authUser, type UserRow, waysOf } from './auth-user.ts';
import { firstToken } from './refresh-token.ts';

/** When a session expires; checked at each refresh, so at least once an hour. */
export const SESSION_LIMITS = { inactivityMs: 30 * 24 * HOUR_MS, absoluteMs: 90 * 24 * HOUR_MS };

/** A session for the auth client. Source: auth wire contract, section 3. */
export interface AuthSession {
  access_token: string;
  token_type: 'bearer';
  /** Seconds. */
  expires_in: number;
  /** Unix seconds. */
  expires_at: number;
  refresh_token: string;
  user: AuthUser;
}

/** How a session was opened, in the words of the token's amr claim. */
export type SignInMethod = 'password' | 'otp' | 'recovery' | 'email/signup' | 'passkey' | 'oauth';

/** How sessions of programs are opened; they are no devices, and live as long as their tokens. */
export const PROGRAM_METHODS = ['access_token', 'connected_program'] as const;

/** What raised a session to aal2, in the same words. */
export type SecondMethod = 'totp' | 'mfa/recovery_code' | 'mfa/webauthn';

interface NewSession {
  user_id: string;
  method: SignInMethod;
  /** Where the method was a second factor at the same time. */
  second_method?: SecondMethod;
  user_agent?: string | undefined;
  /** Opened by a reset link: may set a new password without knowing the old one. */
  is_recovery?: boolean;
}

/** Opens a session with its first pair of tokens. */
export async function openSession(
  change: Pick<Change, 'tx' | 'config'>,
  { user_id, method, second_method, user_agent, is_recovery = false }: NewSession,
): Promise<AuthSession> {
  const { tx } = change;
  const id = randomUUID();
  const { token, kept } = firstToken(id);
  const user = await tx
    .updateTable('users')
    .set({ last_sign_in_at: sql<Date>`now()` })
    .where('id', '=', user_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const session = await tx
    .insertInto('sessions')
    .values({
      ...kept,
      id,
      user_id,
      method,
      ...(second_method && { second_method, second_factor_at: sql<Date>`now()` }),
      is_recovery,
      user_agent: shortened(user_agent),
    })
    .returning(['id', 'method', 'created_at', 'second_method', 'second_factor_at'])
    .executeTakeFirstOrThrow();
  return sessionAnswer(change, { user, session, refresh_token: token });
}

/** A new access token for a session, with its refresh token. */
export async function sessionAnswer(
  { tx, config }: Pick<Change, 'tx' | 'config'>,
  parts: { user: UserRow; session: SessionProof; refresh_token: string },
): Promise<AuthSession> {
  const user = authUser(parts.user, await waysOf(tx, parts.user.id));
  const { token, expires_at } = await signAccessToken(config, { user, session: parts.session });
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at,
    refresh_token: parts.refresh_token,
    user,
  };
}

export type SignOutScope = 'global' | 'local' | 'others';

interface Ending {
  user_id: string;
  session_id?: string;
  scope: SignOutScope | 'weaker' | 'passkeys';
}

/**
 * Ends sessions of a person, and closes their live streams. `session_id` is the calling one: `local`
 * ends it alone, `others` all but it, `weaker` the others without a second factor, `passkeys`
 * the others that a passkey opened. Without it, all end.
 * Returns how many ended.
 */
export async function endSessions(
  { tx, tell }: Pick<Change, 'tx' | 'tell'>,
  of: Ending,
): Promise<number> {
  const ended = await deleteSessions(tx, of);
  // Those had calls on their way, which we have waited for. What such a call let in, such as a program,
  // is seen only now.
  if (ended.length > 0 && of.scope !== 'local') ended.push(...(await deleteSessions(tx, of)));
  if (ended.length > 0) {
    tell({ type: 'session-ended', to: [of.user_id], sessions: ended });
  }
  return ended.length;
}

async function deleteSessions(
  tx: Tx,
  { user_id, session_id: id, scope }: Ending,
): Promise<string[]> {
  const session_id = id ?? null;
  let ending = tx.deleteFrom('sessions').where('user_id', '=', user_id);
  if (scope === 'local') ending = ending.where('id', '=', session_id);
  if (scope === 'others' || scope === 'weaker') ending = ending.where('id', '<>', session_id);
  if (scope === 'weaker') ending = ending.where('second_factor_at', 'is', null);
  if (scope === 'passkeys')
    ending = ending
      .where('method', '=', 'passkey')
      .where(sql<boolean>`id is distinct from ${session_id}`);
  const ended = await ending.returning('id').execute();
  return ended.map((session) => session.id);
}

function shortened(userAgent: string | undefined): string | null {
  return userAgent?.replaceAll('\0', '').slice(0, 300) ?? null;
}
