import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../database/database.ts';
import { logEvent } from '../../http/event-log.ts';
import { type Change, change } from '../../lifecycle/change.ts';
import { limitCaller } from '../caller-limit.ts';
import { endSessions } from '../sessions.ts';
import { requireSignedIn, type SignedIn } from '../signed-in.ts';
import { type FactorRow, factorsOf, isVerifiedApp } from './factor-list.ts';
import { sendAppRemoved } from './letters.ts';
import {
  appIn,
  factorIdOf,
  lockFactors,
  requireRecentProof,
  requireSecondFactor,
} from './own-factors.ts';

/**
 * DELETE /factors/{id}. With the last app the backup codes are deleted, and all sessions return to
 * aal1.
 * @throws AuthRefusal `mfa_factor_not_found`, `insufficient_aal`, `reauthentication_needed`
 */
export async function unenrollFactor(request: FastifyRequest): Promise<{ id: string }> {
  await limitCaller(request, 'factors');
  const signedIn = await requireSignedIn(request);
  const id = factorIdOf(request);
  const removed = await change(request.server.context, (change) => remove(change, signedIn, id));
  if (removed.status === 'verified') {
    logEvent(request, 'factor_removed', { user_id: signedIn.user.id });
  }
  return { id };
}

async function remove(change: Change, signedIn: SignedIn, id: string): Promise<FactorRow> {
  const { tx } = change;
  const { user } = signedIn;
  const factors = await lockFactors(tx, signedIn);
  const app = appIn(factors, id);
  if (app.status === 'verified') {
    requireSecondFactor(signedIn, 'AAL2 required to unenroll verified factor');
    requireRecentProof(signedIn);
  }
  await tx.deleteFrom('factors').where('id', '=', id).execute();
  if (app.status === 'unverified') return app;
  const isLast = !factors.some((factor) => factor.id !== id && isVerifiedApp(factor));
  if (isLast) await forgetFactors(tx, user.id);
  await sendAppRemoved(change, user.email, { isLast });
  return app;
}

/**
 * Removes a person's second factors and passkeys for the operator, and tells the person by mail.
 * Returns whether there were any.
 */
export async function resetFactors(change: Change, email: string): Promise<boolean> {
  const user = await change.tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (!user) return false;
  const passkeys = change.tx.deleteFrom('passkeys').where('user_id', '=', user.id);
  const { length } = await passkeys.returning('id').execute();
  const factors = await factorsOf(change.tx, user.id);
  await endSessions(change, { user_id: user.id, scope: 'passkeys' });
  if (!factors.some(isVerifiedApp)) return length > 0;
  await forgetFactors(change.tx, user.id);
  await sendAppRemoved(change, email, { isLast: true });
  return true;
}

/** Removes all factors, backup codes too; sessions return to aal1, but for those of a passkey, which is two. */
async function forgetFactors(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('factors').where('user_id', '=', userId).execute();
  await tx
    .updateTable('sessions')
    .set({ second_method: null, second_factor_at: null })
    .where('user_id', '=', userId)
    .where('second_method', '<>', 'mfa/webauthn')
    .execute();
}
