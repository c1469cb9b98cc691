import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { NO_PASSWORD_YET } from '#domain/password.ts';
import { Refusal, refusals } from '#domain/refusals.ts';
import { logEvent } from '../http/event-log.ts';
import { viewerOf } from '../http/viewer.ts';
import { AuthRefusal } from './auth-error.ts';
import type { Members } from './body-fields.ts';
import { withPasskey } from './passkeys/sign-in.ts';
import { isPasswordOf } from './password-check.ts';
import { isRecent, provedAt } from './signed-in.ts';

/**
 * Refuses a caller who does not know the password of the account.
 * @throws Refusal `wrong_password`, on the field `password`
 */
export async function requireOwnPassword(request: FastifyRequest, password: string): Promise<void> {
  const { id, email, session_id } = viewerOf(request);
  const { password_hash } = await request.server.context.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new Refusal('session_ended'));
  const lane = `session ${session_id}`;
  if (await isPasswordOf(request, { id, email, password_hash }, password, lane)) return;
  const message = password_hash === null ? NO_PASSWORD_YET : refusals.wrong_password[1];
  throw new Refusal('wrong_password', message, [{ path: 'password', message }]);
}

/**
 * Refuses a caller who has not just signed in, shown a second factor or confirmed the password: a
 * session alone may be a forgotten one on another person's computer.
 * @throws Refusal `reauthentication_needed`, `session_ended`
 */
export async function requireRecentProof(request: FastifyRequest): Promise<void> {
  const session = await request.server.context.db
    .selectFrom('sessions')
    .select(['created_at', 'second_factor_at', 'confirmed_at'])
    .where('id', '=', viewerOf(request).session_id)
    .executeTakeFirstOrThrow(() => new Refusal('session_ended'));
  if (!isRecent(provedAt(session))) throw new Refusal('reauthentication_needed');
}

/**
 * Notes on the session that its owner is there: for the next ten minutes they may change how they
 * sign in, as somebody may who has just signed in.
 * @throws Refusal `wrong_password`, `session_ended`
 */
export async function confirmPassword(request: FastifyRequest, password: string): Promise<void> {
  await requireOwnPassword(request, password);
  await noteConfirmed(request, 'password_confirmed');
}

/**
 * The same for a passkey of theirs.
 * @throws Refusal `wrong_passkey`, `session_ended`
 */
export async function confirmPasskey(request: FastifyRequest, answer: Members): Promise<void> {
  const viewer = viewerOf(request);
  const owner = await withPasskey(request, answer, async (_change, { user_id }) => user_id).catch(
    (error: unknown) => {
      throw error instanceof AuthRefusal ? new Refusal('wrong_passkey') : error;
    },
  );
  if (owner !== viewer.id) throw new Refusal('wrong_passkey');
  await noteConfirmed(request, 'passkey_confirmed');
}

async function noteConfirmed(
  request: FastifyRequest,
  event: 'password_confirmed' | 'passkey_confirmed',
): Promise<void> {
  const { id, session_id } = viewerOf(request);
  const confirmed = await request.server.context.db
    .updateTable('sessions')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow();
  if (confirmed.numUpdatedRows === 0n) throw new Refusal('session_ended');
  logEvent(request, event, { user_id: id });
}
