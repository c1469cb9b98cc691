import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { isBanned } from '../database/banned.ts';
import type { Tx } from '../database/database.ts';
import type { Change } from '../lifecycle/change.ts';
import { AuthRefusal } from './auth-error.ts';
import { dropPassword } from './drop-password.ts';
import { hashToken, type LinkKind, type MailToken } from './mail-links.ts';
import { type AuthSession, openSession } from './sessions.ts';

/** What a type in a link or a code stands for. `email` is either. Source: section 6. */
export const LINK_TYPES: Readonly<Record<string, readonly LinkKind[]>> = {
  signup: ['signup'],
  recovery: ['recovery'],
  email: ['signup', 'recovery'],
};

type Followed = { user_id: string; code: string } | { user_id: string; session: AuthSession };

/** The link of a flow that a browser started goes back to it as a code, any other as a session. */
export async function followLink(
  change: Change,
  token: MailToken,
  user_agent: string | undefined,
): Promise<Followed> {
  const { user_id, kind } = token;
  const { owes_password } = await confirmAddress(change, token);
  // Of an address that was signed up more than once, the newest sign-up may be another person's, whose
  // browser would then hold the answer to the challenge. The reader of the mail goes on.
  const isBound = token.code_challenge && !(kind === 'signup' && owes_password);
  if (isBound) return { user_id, code: await handOutCode(change.tx, token) };
  return { user_id, session: await open(change, { token, owes_password, user_agent }) };
}

/**
 * Signs in by a code or a link's token; using it confirms the address, whichever mail it came from.
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

/** Where a password is owed the session may set it, as after a reset link. */
function open(
  change: Change,
  of: { token: MailToken; owes_password: boolean; user_agent: string | undefined },
): Promise<AuthSession> {
  const { user_id, kind } = of.token;
  const is_recovery = kind === 'recovery' || of.owes_password;
  return openSession(change, { user_id, method: 'otp', is_recovery, user_agent: of.user_agent });
}

/**
 * The address belongs to the reader of its mail. The password chosen before is theirs too only if it is
 * sure who chose it: not after several sign-ups, and not for a person who does not know it.
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

/** Nothing that was said before the address was proved is known to be its owner's. */
async function forgetSignUps(change: Change, user_id: string): Promise<void> {
  const { tx } = change;
  await dropPassword(change, user_id);
  await tx.updateTable('users').set({ user_metadata: '{}' }).where('id', '=', user_id).execute();
  const nameless = { first_name: null, last_name: null };
  await tx.updateTable('profiles').set(nameless).where('id', '=', user_id).execute();
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
