import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Change } from '../change.ts';
import type { Tx } from '../database/database.ts';
import { AuthRefusal } from './auth-error.ts';
import { hashToken, type LinkKind, type MailToken } from './mail-links.ts';
import { type AuthSession, openSession } from './sessions.ts';
import { isBanned } from './signed-in.ts';

/** What a type in a link or a code stands for. `email` is either. Source: section 6. */
export const LINK_TYPES: Readonly<Record<string, readonly LinkKind[]>> = {
  signup: ['signup'],
  recovery: ['recovery'],
  email: ['signup', 'recovery'],
};

/** The link of a flow that a browser started goes back to it as a code, any other as a session. */
export async function followLink(
  change: Change,
  token: MailToken,
  user_agent: string | undefined,
): Promise<{ user_id: string; code: string } | { user_id: string; session: AuthSession }> {
  const { user_id } = token;
  if (!token.code_challenge) return { user_id, session: await signIn(change, token, user_agent) };
  await confirmAddress(change.tx, user_id);
  return { user_id, code: await handOutCode(change.tx, token) };
}

/**
 * Signs in whoever used a link or a code; their address is theirs now, whichever mail it was.
 * @throws AuthRefusal `user_banned`
 */
export async function signIn(
  change: Change,
  { user_id, kind }: MailToken,
  user_agent: string | undefined,
): Promise<AuthSession> {
  await confirmAddress(change.tx, user_id);
  const is_recovery = kind === 'recovery';
  return openSession(change, { user_id, method: 'otp', is_recovery, user_agent });
}

async function confirmAddress(tx: Tx, user_id: string): Promise<void> {
  const user = await tx
    .updateTable('users')
    .set({
      email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', user_id)
    .returning('banned_until')
    .executeTakeFirstOrThrow();
  if (isBanned(user)) throw new AuthRefusal('user_banned');
  const pending = tx.deleteFrom('mail_tokens').where('user_id', '=', user_id);
  await pending.where('kind', '=', 'signup').execute();
}

async function handOutCode(tx: Tx, token: MailToken): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await tx
    .insertInto('auth_codes')
    .values({
      code_hash: hashToken(code),
      user_id: token.user_id,
      code_challenge: token.code_challenge ?? '',
      code_challenge_method: token.code_challenge_method ?? '',
      method: token.kind === 'recovery' ? 'recovery' : 'email/signup',
    })
    .execute();
  return code;
}
