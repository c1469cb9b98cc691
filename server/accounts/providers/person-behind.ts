import { sql } from 'kysely';
import { emailSchema } from '#domain/credentials.ts';
import { firstNameSchema, lastNameSchema } from '#domain/profile.ts';
import { TERMS_VERSION } from '#domain/terms.ts';
import { isBanned } from '../../database/banned.ts';
import type { Change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import type { UserRow } from '../auth-user.ts';
import { dropPassword } from '../drop-password.ts';
import { accountOf, createUser } from '../people.ts';
import { holdAccount } from '../signed-in.ts';
import { sendIdentityLinked } from './letters.ts';
import type { AuthProvider, Claims } from './provider.ts';

/**
 * Whose account an account elsewhere opens: the one that it is connected with, else that of its address,
 * else a new one. Returns the person's id.
 * @throws AuthRefusal `user_banned`, `provider_email_needs_verification`
 */
export async function personBehind(
  change: Change,
  provider: AuthProvider,
  claims: Claims,
): Promise<string> {
  const known = await connected(change, provider, claims);
  if (known) return known;
  const email = emailSchema.safeParse(claims.verifiedEmail).data;
  if (!email) throw new AuthRefusal('provider_email_needs_verification');
  const account = await accountOf(change.tx, email);
  const user = account ?? (await createCustomer(change, email, claims));
  if (isBanned(user)) throw new AuthRefusal('user_banned');
  if (!user.email_confirmed_at) await takeOver(change, user);
  await connect(change, { provider, claims, user });
  if (account) await sendIdentityLinked(change, email, provider.label);
  return user.id;
}

/**
 * Connects an account elsewhere with that of a session. Returns the person's id.
 * @throws AuthRefusal `session_not_found`, `user_banned`, `identity_already_exists`
 */
export async function linkIdentity(
  change: Change,
  { provider, claims, session_id }: { provider: AuthProvider; claims: Claims; session_id: string },
): Promise<string> {
  const user = await change.tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .where('sessions.id', '=', session_id)
    .executeTakeFirst();
  if (!user) throw new AuthRefusal('session_not_found');
  // The provider was asked meanwhile, which may take long.
  await holdAccount(change.tx, { user, session: { id: session_id } });
  if (isBanned(user)) throw new AuthRefusal('user_banned');
  const known = await connected(change, provider, claims);
  if (known === user.id) return known;
  if (known) throw new AuthRefusal('identity_already_exists');
  await connect(change, { provider, claims, user });
  await sendIdentityLinked(change, user.email, provider.label);
  return user.id;
}

async function connected(
  { tx }: Change,
  { id: provider }: AuthProvider,
  { subject, verifiedEmail }: Claims,
): Promise<string | null> {
  const found = await tx
    .updateTable('identities')
    .from('users')
    .set({ last_sign_in_at: sql<Date>`now()`, email: verifiedEmail })
    .whereRef('users.id', '=', 'identities.user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .returning(['identities.user_id', 'users.banned_until'])
    .executeTakeFirst();
  if (found && isBanned(found)) throw new AuthRefusal('user_banned');
  return found?.user_id ?? null;
}

async function connect(
  { tx }: Change,
  of: { provider: AuthProvider; claims: Claims; user: UserRow },
): Promise<void> {
  const { subject, verifiedEmail } = of.claims;
  const made = await tx
    .insertInto('identities')
    .values({
      user_id: of.user.id,
      provider: of.provider.id,
      subject,
      email: verifiedEmail,
      last_sign_in_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another one of the same provider is connected, or this one with somebody else at this moment.
  if (!made) throw new AuthRefusal('identity_already_exists');
}

async function createCustomer({ tx }: Change, email: string, said: Claims): Promise<UserRow> {
  return createUser(tx, {
    email,
    password_hash: null,
    confirmed: true,
    user_type: 'customer',
    first_name: firstNameSchema.safeParse(said.firstName).data ?? null,
    last_name: lastNameSchema.safeParse(said.lastName).data ?? null,
    terms_version: TERMS_VERSION,
  });
}

/**
 * Somebody has signed up with the address, and never confirmed it: that may have been anybody. Their
 * password and what they wrote are dropped; the account elsewhere is the way in.
 */
async function takeOver(change: Change, { id }: UserRow): Promise<void> {
  const { tx } = change;
  await dropPassword(change, id);
  await tx
    .updateTable('users')
    .set({
      owes_password: false,
      email_confirmed_at: sql<Date>`now()`,
      user_metadata: '{}',
      terms_version: TERMS_VERSION,
    })
    .where('id', '=', id)
    .execute();
  const nameless = { first_name: null, last_name: null };
  await tx.updateTable('profiles').set(nameless).where('id', '=', id).execute();
}
