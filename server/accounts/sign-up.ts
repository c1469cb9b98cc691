import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { TERMS_VERSION } from '#domain/terms.ts';
import type { Tx } from '../database/database.ts';
import { logEvent } from '../http/event-log.ts';
import { hitLimit, isReached } from '../http/limits.ts';
import { type Change, change } from '../lifecycle/change.ts';
import { AuthRefusal } from './auth-error.ts';
import { type AuthUser, authUser, type UserRow } from './auth-user.ts';
import { type Members, members, textMember } from './body-fields.ts';
import { limitCaller, whyNoSignUpMail } from './caller-limit.ts';
import { requireEmail } from './email-field.ts';
import { sendAlreadyRegistered, sendConfirmation } from './letters.ts';
import { noSoonerThan } from './no-sooner-than.ts';
import { matches } from './password-check.ts';
import { requireUncommonPassword, requireUsablePassword } from './password-rules.ts';
import { accountOf, createUser, hashPassword } from './people.ts';
import { type Challenge, readChallenge } from './pkce.ts';
import { requireWork } from './proof-of-work.ts';
import { redirectTarget } from './redirects.ts';
import { type AuthSession, openSession } from './sessions.ts';
import { nameFrom, readMetadata } from './user-metadata.ts';

/** From this share of a network's sign-up limit on, each sign-up needs proof of work. */
const CALM = 5 / 6;
/** With confirmation by mail, every answer takes at least this long. */
const ANSWER_MS = 100;

interface SignUp {
  email: string;
  password: string;
  password_hash: string;
  data: Record<string, unknown>;
  challenge: Challenge | null;
  redirect_to: string;
  user_agent: string | undefined;
}

/**
 * POST /signup. Creates a customer, whatever `data` says. Source: auth wire contract, section 4.
 * @throws AuthRefusal `captcha_failed` in a flood of sign-ups, and those of the fields
 */
export async function signUp(request: FastifyRequest): Promise<AuthSession | AuthUser> {
  const { config } = request.server.context;
  const { share } = await limitCaller(request, 'signup');
  const input = readSignUp(request);
  if (share > CALM || (await isReached(request.server.context, 'signup_mails', 'all'))) {
    await requireWork(request, input.email);
  }
  if (!config.confirmEmail) return signUpAtOnce(request, await hashed(input));
  return noSoonerThan(
    ANSWER_MS,
    hashed(input).then((ready) => signUpByMail(request, ready)),
  );
}

/** Checks in the order of the contract: clients show the first problem only. */
function readSignUp(request: FastifyRequest): Omit<SignUp, 'password_hash'> {
  const body = members(request.body);
  const password = textMember(body, 'password');
  requireKnownProvider(body);
  if (!password) {
    throw new AuthRefusal('validation_failed', 'Signup requires a valid password');
  }
  requireUsablePassword(password);
  const challenge = readChallenge(body);
  const email = requireEmail(body);
  requireUncommonPassword(password, email);
  const data = readMetadata(body);
  const redirect_to = redirectTarget(request.server.context.config, request);
  return {
    email,
    password,
    data,
    challenge,
    redirect_to,
    user_agent: request.headers['user-agent'],
  };
}

function requireKnownProvider(body: Members): void {
  if (textMember(body, 'email')) return;
  if (!textMember(body, 'phone')) throw new AuthRefusal('anonymous_provider_disabled');
  throw new AuthRefusal('phone_provider_disabled', 'Phone signups are disabled', { status: 400 });
}

async function hashed(input: Omit<SignUp, 'password_hash'>): Promise<SignUp> {
  return { ...input, password_hash: await hashPassword(input.password) };
}

/**
 * Answers a sign-up with a known address like any other, and mails its owner. One within a minute of
 * another, or one too many of a day, sends no mail but counts: the owner may take the other's mail for their own.
 */
async function signUpByMail(request: FastifyRequest, input: SignUp): Promise<AuthUser> {
  const { context } = request.server;
  const tooSoon = await whyNoSignUpMail(request, 'signup_mail', input.email);
  const { row, created } = await change(context, (change) =>
    storeSignUp(change, input, { sends: tooSoon === null }),
  );
  if (tooSoon) throw tooSoon;
  await hitLimit(context, 'signup_mails', 'all');
  logEvent(request, 'signed_up', created);
  return authUser(row);
}

async function storeSignUp(
  change: Change,
  input: SignUp,
  { sends }: { sends: boolean },
): Promise<{ row: UserRow; created: { user_id?: string } }> {
  const { email, challenge, redirect_to } = input;
  const existing = await accountOf(change.tx, email);
  if (!existing) {
    const user = await createCustomer(change, input, { confirmed: false });
    const link = { user, challenge, redirect_to };
    const confirmation_sent_at = sends ? await sendConfirmation(change, link) : null;
    return { row: { ...user, confirmation_sent_at }, created: { user_id: user.id } };
  }
  const waiting = await noteSignedUpAgain(change.tx, existing.id);
  if (sends && waiting) await sendConfirmation(change, { user: waiting, challenge, redirect_to });
  if (sends && !waiting) await sendAlreadyRegistered(change, email);
  return { row: madeUp(input), created: {} };
}

/**
 * Marks an account as signed up again: its password may not be its owner's. None where it is confirmed.
 */
async function noteSignedUpAgain(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set({ owes_password: true })
    .where('id', '=', id)
    .where('email_confirmed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** For development and tests: no mail, a session at once, and so no secrecy about who has an account. */
async function signUpAtOnce(request: FastifyRequest, input: SignUp): Promise<AuthSession> {
  const session = await change(request.server.context, async (change) => {
    const existing = await accountOf(change.tx, input.email);
    if (existing) await requireOwnUnconfirmed(existing, input.password);
    const { id } = existing ?? (await createCustomer(change, input, { confirmed: true }));
    if (existing) await confirm(change.tx, id);
    return openSession(change, { user_id: id, method: 'password', user_agent: input.user_agent });
  });
  logEvent(request, 'signed_up', { user_id: session.user.id });
  return session;
}

/** Signing up again never signs in to an existing account. */
async function requireOwnUnconfirmed(existing: UserRow, password: string): Promise<void> {
  const { email_confirmed_at, banned_until, owes_password } = existing;
  const isTheirs = !email_confirmed_at && !banned_until && !owes_password;
  if (isTheirs && (await matches(existing.password_hash, password))) return;
  throw new AuthRefusal('user_already_exists');
}

async function confirm(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

async function createCustomer(
  { tx }: Change,
  { email, password_hash, data }: SignUp,
  { confirmed }: { confirmed: boolean },
): Promise<UserRow> {
  return createUser(tx, {
    email,
    password_hash,
    confirmed,
    user_type: 'customer',
    first_name: nameFrom(data, 'first_name'),
    last_name: nameFrom(data, 'last_name'),
    user_metadata: data,
    terms_version: TERMS_VERSION,
  });
}

/** Looks like a new account, and exists only in this answer. */
function madeUp({ email, data }: SignUp): UserRow {
  const now = new Date();
  return {
    id: randomUUID(),
    email,
    password_hash: null,
    owes_password: false,
    user_metadata: data as UserRow['user_metadata'],
    email_confirmed_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    banned_until: null,
    terms_version: TERMS_VERSION,
    created_at: now,
    updated_at: now,
  };
}
