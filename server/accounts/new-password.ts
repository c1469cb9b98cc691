import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { NO_PASSWORD_YET } from '#domain/password.ts';
import { hitLimit } from '../http/limits.ts';
import { type Change, change } from '../lifecycle/change.ts';
import { AuthRefusal } from './auth-error.ts';
import type { UserRow } from './auth-user.ts';
import { members, textMember } from './body-fields.ts';
import { sendPasswordChanged } from './letters.ts';
import { takeCode, voidMailTokens } from './mail-links.ts';
import { isPasswordOf, matches } from './password-check.ts';
import { requireUncommonPassword, requireUsablePassword } from './password-rules.ts';
import { hashPassword } from './people.ts';
import { endSessions, type SignInMethod } from './sessions.ts';
import type { SignedIn } from './signed-in.ts';

const MINUTE_MS = 60_000;

const LINK_TOO_OLD = 'You opened your link more than an hour ago. Please ask for a new one.';

/** For this long after signing in, one need not type the old password again. */
const FRESH_SIGN_IN_MS = 10 * MINUTE_MS;
/** For this long a reset link lets one choose a password. */
const RECOVERY_MS = 60 * MINUTE_MS;

/**
 * Checks a new password and that its owner is really there; returns its hash.
 * @throws AuthRefusal `weak_password`, `same_password`, or what proof is missing
 */
export async function prepareNewPassword(
  request: FastifyRequest,
  { user, session }: SignedIn,
  password: string,
): Promise<string> {
  requireUsablePassword(password);
  requireUncommonPassword(password, user.email);
  await requireProof(request, { user, session });
  if (await matches(user.password_hash, password)) throw new AuthRefusal('same_password');
  return hashPassword(password);
}

/**
 * Stores a new password; all other sessions and everything sent by mail end, and the owner is told.
 * @throws AuthRefusal `conflict` when it was changed elsewhere in the meantime
 */
export async function changePassword(
  change: Change,
  { user, session }: SignedIn,
  password_hash: string,
): Promise<void> {
  const { tx } = change;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash, owes_password: false, updated_at: sql<Date>`now()` })
    .where('id', '=', user.id)
    .where('password_hash', 'is not distinct from', user.password_hash)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) {
    throw new AuthRefusal(
      'conflict',
      'Your password was just changed elsewhere. Please try again.',
    );
  }
  // The reset link has done what it was for: from now on the session is one of the new password, and
  // so are the tokens that it gets.
  await tx
    .updateTable('sessions')
    .set({ is_recovery: false, method: 'password' satisfies SignInMethod })
    .where('id', '=', session.id)
    .execute();
  await endSessions(change, { user_id: user.id, session_id: session.id, scope: 'others' });
  await voidMailTokens(tx, user.id);
  await sendPasswordChanged(change, user.email);
}

/** A session alone may be a forgotten one on someone else's computer. Source: security checklist A9. */
async function requireProof(request: FastifyRequest, { user, session }: SignedIn): Promise<void> {
  const body = members(request.body);
  const nonce = textMember(body, 'nonce');
  const current = textMember(body, 'current_password');
  if (nonce) return requireNonce(request, user.id, nonce);
  if (current) {
    // Not among the tries of strangers, as where a signed-in person confirms it.
    if (await isPasswordOf(request, user, current, `session ${session.id}`)) return;
    if (user.password_hash !== null) throw new AuthRefusal('current_password_invalid');
    throw new AuthRefusal('current_password_required', whyRequired(user));
  }
  const age = Date.now() - session.created_at.getTime();
  if (age < (session.is_recovery ? RECOVERY_MS : FRESH_SIGN_IN_MS)) return;
  throw new AuthRefusal('current_password_required', whyRequired(user));
}

/** In words for whoever has none. */
function whyRequired({ owes_password, password_hash }: UserRow): string | undefined {
  if (owes_password) return LINK_TOO_OLD;
  return password_hash === null ? NO_PASSWORD_YET : undefined;
}

async function requireNonce(request: FastifyRequest, user_id: string, code: string): Promise<void> {
  const { context } = request.server;
  const tries = await hitLimit(context, 'code_try', user_id);
  const kinds = ['reauthentication'] as const;
  const taken = await change(context, (change) => takeCode(change, { user_id, kinds, code }));
  if (!taken || tries.over) throw new AuthRefusal('reauthentication_not_valid');
}
