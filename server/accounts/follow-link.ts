import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { isBanned } from '../database/banned.ts';
import type { Tx } from '../database/database.ts';
import type { Change } from '../lifecycle/change.ts';
import { AuthRefusal } from './auth-error.ts';
import { dropPassword } from './drop-password.ts';
import { hashToken, type LinkKind, type MailToken } from './mail-links.ts';
import { type AuthSession, openSession, type SignInMethod } from './sessions.ts';

/** The kinds of link behind the type in a link or code. `email` is either. Source: section 6. */
export const LINK_TYPES: Readonly<Record<string, readonly LinkKind[]>> = {
  signup: ['signup'],
  recovery: ['recovery'],
  email: ['signup', 'recovery'],
};

type Followed = { user_id: string; code: string } | { user_id: string; session: AuthSession };

/** Returns a code to the browser that started the flow (PKCE), and a session otherwise. */
export async function followLink(
  change: Change,
  token: MailToken,
  user_agent: string | undefined,
): Promise<Followed> {
  const { user_id, kind } = token;
  const { owes_password } = await confirmAddress(change, token);
  // If an address was signed up more than once, the newest sign-up, and so the challenge, may be
  // another person's: then the reader of the mail gets the session.
  const isBound = token.code_challenge && !(kind === 'signup' && owes_password);
  if (isBound) return { user_id, code: await codeFor(change.tx, token) };
  return { user_id, session: await open(change, { token, owes_password, user_agent }) };
}

/**
 * Signs in by a code or link, which confirms the address, whichever mail it came from.
 * @throws AuthRefusal `user_banned`
 */
export async function signIn(
  change: Change,
  token: MailToken,
  user_agent: string | undefined,
): Promise<AuthSession> {
  const { owes_password } = await confirmAddress(change, token);
  return open(change, { token, owes_password, user_agent });
}

/** Where a new password is needed the session may set it, as after a reset link. */
function open(
  change: Change,
  of: { token: MailToken; owes_password: boolean; user_agent: string | undefined },
): Promise<AuthSession> {
  const { user_id, kind } = of.token;
  const is_recovery = kind === 'recovery' || of.owes_password;
  return openSession(change, { user_id, method: 'otp', is_recovery, user_agent: of.user_agent });
}

/**
 * The mail's reader owns the address. The earlier password is kept only if they surely chose it: not
 * after several sign-ups, and not if they do not know it.
 * @throws AuthRefusal `user_banned`
 */
async function confirmAddress(
  change: Change,
  { user_id, kind }: MailToken,
): Promise<{ owes_password: boolean }> {
  const { tx } = change;
  const user = await tx
    .selectFrom('users')
    .select(['email_confirmed_at', 'owes_password', 'banned_until'])
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (isBanned(user)) throw new AuthRefusal('user_banned');
  const isFirst = user.email_confirmed_at === null;
  const owes_password = user.owes_password || (isFirst && kind === 'recovery');
  if (isFirst && owes_password) await forgetSignUps(change, user_id);
  await tx
    .updateTable('users')
    .set({
      email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', user_id)
    .execute();
  const pending = tx.deleteFrom('mail_tokens').where('user_id', '=', user_id);
  await pending.where('kind', '=', 'signup').execute();
  return { owes_password };
}

/** Drops what was entered before the address was confirmed, as it may be another person's. */
async function forgetSignUps(change: Change, user_id: string): Promise<void> {
  const { tx } = change;
  await dropPassword(change, user_id);
  await tx.updateTable('users').set({ user_metadata: '{}' }).where('id', '=', user_id).execute();
  const nameless = { first_name: null, last_name: null };
  await tx.updateTable('profiles').set(nameless).where('id', '=', user_id).execute();
}

async function codeFor(tx: Tx, token: MailToken): Promise<string> {
  return handOutCode(tx, {
    user_id: token.user_id,
    code_challenge: token.code_challenge ?? '',
    code_challenge_method: token.code_challenge_method ?? '',
    method: token.kind === 'recovery' ? 'recovery' : 'email/signup',
  });
}

/** A code for a session of that method, which only the browser with the challenge's verifier can exchange. */
export async function handOutCode(
  tx: Tx,
  flow: {
    user_id: string;
    code_challenge: string;
    code_challenge_method: string;
    method: SignInMethod;
  },
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await tx
    .insertInto('auth_codes')
    .values({ ...flow, code_hash: hashToken(code) })
    .execute();
  return code;
}
