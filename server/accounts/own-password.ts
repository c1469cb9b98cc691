import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Refusal, refusals } from '#domain/errors.ts';
import { logEvent } from '../http/event-log.ts';
import { viewerOf } from '../http/viewer.ts';
import { isPasswordOf } from './password-check.ts';

/**
 * Holds that whoever asks knows the password of the account.
 * @throws Refusal `wrong_password`, on the field `password`
 */
export async function requireOwnPassword(request: FastifyRequest, password: string): Promise<void> {
  const { id, email } = viewerOf(request);
  const { password_hash } = await request.server.context.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new Refusal('session_ended'));
  if (await isPasswordOf(request, { id, email, password_hash }, password)) return;
  const [, message] = refusals.wrong_password;
  throw new Refusal('wrong_password', message, [{ path: 'password', message }]);
}

/**
 * Notes on the session that its owner is there: for the next ten minutes they may change how they
 * sign in, as somebody may who has just signed in.
 * @throws Refusal `wrong_password`, `session_ended`
 */
export async function confirmPassword(request: FastifyRequest, password: string): Promise<void> {
  await requireOwnPassword(request, password);
  const { id, session_id } = viewerOf(request);
  const confirmed = await request.server.context.db
    .updateTable('sessions')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow();
  if (confirmed.numUpdatedRows === 0n) throw new Refusal('session_ended');
  logEvent(request, 'password_confirmed', { user_id: id });
}
