import { createHmac, hkdfSync } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type ExpressionBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Category } from '#domain/category.ts';
import type { acceptInvitationSchema, InvitedRole } from '#domain/invitation.ts';
import { COMMON_PASSWORD } from '#domain/password.ts';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import { TERMS_VERSION } from '#domain/terms.ts';
import { specialtyCategories } from '#domain/waitlist.ts';
import { isBanned } from '../database/banned.ts';
import type { DB } from '../database/schema.ts';
import { logEvent } from '../http/event-log.ts';
import { hasMoneyLeft } from '../ledger/developer-money.ts';
import type { Change } from '../lifecycle/change.ts';
import { publicCommand } from '../lifecycle/command.ts';
import type { Context } from '../lifecycle/context.ts';
import { withdrawQuotesOf } from '../lifecycle/withdraw-quotes.ts';
import type { UserRow } from './auth-user.ts';
import { answerApplication, findInvitation, takeInvitation } from './invitations.ts';
import { sendRoleChanged } from './join-letters.ts';
import { hashToken, voidMailTokens } from './mail-links.ts';
import { isCommonPassword } from './password-rules.ts';
import { accountOf, createUser, hashPassword } from './people.ts';
import { holdsRole } from './roles.ts';
import { runningRequests } from './running-requests.ts';
import { endSessions } from './sessions.ts';

type Form = z.output<typeof acceptInvitationSchema>;
type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

interface Joining {
  token: string;
  email: string;
  role: InvitedRole;
  categories: Category[];
  form: Form;
  /** Null when none was entered. */
  password_hash: string | null;
}

/** The owner of an Idempotency-Key while there is no session: the invitation. */
export function keyOwner(token: string): string {
  return hashToken(token).toString('base64url');
}

/**
 * Accepts an invitation: creates an account with its role, or gives the role to the account of that
 * address. What the link proves, and what not: docs/decisions/0005-joining-by-invitation.md.
 * @throws Refusal `invitation_not_valid`, `role_already_held`, `requests_running`, `earnings_left`,
 * `account_suspended`; after all but the first the link stays valid
 */
export async function acceptInvitation(
  request: FastifyRequest,
  token: string,
  form: Form,
): Promise<void> {
  const { context } = request.server;
  const invitation = await findInvitation(context.db, token);
  const joining = invitation && (await prepare(invitation, { token, form }));
  let joined: string | null = null;
  await publicCommand(
    request,
    async (change) => {
      // Checked after the key: a repeated call gets its first answer although the link is used up.
      if (!joining) throw new Refusal('invitation_not_valid');
      joined = await join(change, joining);
    },
    { owner: keyOwner(token), content: told(context, form) },
  );
  if (joined) logEvent(request, 'joined', { user_id: joined });
}

/** The stored fingerprint of a form, which must not help to guess the password. */
function told({ config }: Pick<Context, 'config'>, { password = '', ...form }: Form) {
  const key = Buffer.from(hkdfSync('sha256', config.jwtKey.d ?? '', '', 'unblock joining', 32));
  return { ...form, password: createHmac('sha256', key).update(password).digest('base64url') };
}

async function prepare(
  { email, role, applicant }: Invitation,
  { token, form }: Pick<Joining, 'token' | 'form'>,
): Promise<Joining> {
  if (form.password !== undefined && isCommonPassword(form.password, email)) {
    throw invalidInput('password', COMMON_PASSWORD);
  }
  const password_hash = form.password === undefined ? null : await hashPassword(form.password);
  const categories =
    role === 'developer' && applicant
      ? (applicant.categories ?? specialtyCategories[applicant.specialty])
      : [];
  return { token, email, role, categories, form, password_hash };
}

async function join(change: Change, joining: Joining): Promise<string> {
  const account = await accountOf(change.tx, joining.email);
  await answerApplication(change.tx, joining.token);
  if (!(await takeInvitation(change.tx, joining.token))) {
    throw new Refusal('invitation_not_valid');
  }
  if (!account) return create(change, joining);
  if (isBanned(account)) throw new Refusal('account_suspended');
  await giveRole(change, account, joining);
  // The address was never confirmed: another person may have chosen the password.
  if (!account.email_confirmed_at || !account.password_hash) {
    await takeOver(change, account, joining);
  } else await sendRoleChanged(change, account.email, joining.role);
  await endSessions(change, { user_id: account.id, scope: 'global' });
  await voidMailTokens(change.tx, account.id);
  return account.id;
}

async function create({ tx }: Change, joining: Joining): Promise<string> {
  const { email, role, categories, form } = joining;
  const { id } = await createUser(tx, {
    email,
    user_type: role,
    confirmed: true,
    supported_categories: categories,
    terms_version: TERMS_VERSION,
    password_hash: requirePassword(joining),
    first_name: form.first_name ?? null,
    last_name: form.last_name ?? null,
  });
  return id;
}

/**
 * A role changes only while no request runs that the person would then see from the other side. The
 * quotes of whoever becomes a moderator end, and they have been paid out: moderators have no earnings.
 */
async function giveRole(
  change: Change,
  { id }: UserRow,
  { role, categories, form }: Joining,
): Promise<void> {
  const { tx } = change;
  if (role === 'moderator') {
    // First, so that no quote of theirs is on its way. Whoever chooses one locks the profile last, too.
    await endSessions(change, { user_id: id, scope: 'global' });
    await withdrawQuotesOf(change, id);
  }
  const { user_type } = await tx
    .selectFrom('profiles')
    .select('user_type')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (holdsRole(user_type, role)) throw new Refusal('role_already_held');
  if ((await runningRequests(tx, id)).length > 0) throw new Refusal('requests_running');
  if (role === 'moderator' && (await hasMoneyLeft(tx, id))) throw new Refusal('earnings_left');
  await tx
    .updateTable('profiles')
    .set((profile) => ({
      user_type: role,
      first_name: profile.fn.coalesce('first_name', sql.val(form.first_name ?? null)),
      last_name: profile.fn.coalesce('last_name', sql.val(form.last_name ?? null)),
      supported_categories: keptOr(profile, categories),
    }))
    .where('id', '=', id)
    .execute();
}

function keptOr(profile: ExpressionBuilder<DB, 'profiles'>, categories: Category[]) {
  return profile
    .case()
    .when('supported_categories', '=', sql.val<Category[]>([]))
    .then(sql.val(categories))
    .else(profile.ref('supported_categories'))
    .end();
}

/**
 * Sets the password of an account that has none of its owner's. The link proves the mailbox, so what others may
 * have entered before an address was confirmed is dropped; of a confirmed one the name stays that was given.
 */
async function takeOver(
  { tx }: Change,
  { id, email_confirmed_at }: UserRow,
  joining: Joining,
): Promise<void> {
  const isUnknown = email_confirmed_at === null;
  await tx
    .updateTable('users')
    .set({
      password_hash: requirePassword(joining),
      owes_password: false,
      email_confirmed_at: sql<Date>`now()`,
      ...(isUnknown && { user_metadata: '{}' }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
  const { first_name, last_name } = joining.form;
  await tx
    .updateTable('profiles')
    .set(({ ref }) => ({
      first_name: first_name ?? (isUnknown ? null : ref('first_name')),
      last_name: last_name ?? (isUnknown ? null : ref('last_name')),
    }))
    .where('id', '=', id)
    .execute();
}

function requirePassword({ password_hash }: Joining): string {
  if (password_hash === null) throw invalidInput('password', 'Password is required');
  return password_hash;
}
