import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { seal, unseal } from '../../config/sealed.ts';
import type { Tx } from '../../database/database.ts';
import { logEvent } from '../../http/event-log.ts';
import { forgetHit } from '../../http/limits.ts';
import { type Change, change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import { members, textMember } from '../body-fields.ts';
import { limitCaller } from '../caller-limit.ts';
import { requirePasskeyOfModerator } from '../passkeys/of-moderators.ts';
import type { AuthSession } from '../sessions.ts';
import { requireSignedIn, type SignedIn } from '../signed-in.ts';
import { takeChallenge } from './challenge.ts';
import { type FactorRow, factorsOf, isVerifiedApp } from './factor-list.ts';
import { sendAppAdded } from './letters.ts';
import { appIn, factorIdOf, lockFactors, requireSecondFactor } from './own-factors.ts';
import { raiseSession } from './raise-session.ts';
import { stepOf } from './totp.ts';
import { countTry } from './tries.ts';

/**
 * POST /factors/{id}/verify: checks a code of an app. Completes the set-up of a new one, and raises the
 * session to aal2 either way.
 * @throws AuthRefusal `mfa_factor_not_found`, `mfa_challenge_expired`, `mfa_verification_failed`,
 * `over_request_rate_limit` after too many wrong codes
 */
export async function verifyFactor(request: FastifyRequest): Promise<AuthSession> {
  await limitCaller(request, 'factors');
  const signedIn = await requireSignedIn(request);
  const shown = readInput(request);
  const { context } = request.server;
  // Tries must not count against another person's factor.
  const app = appIn(await factorsOf(context.db, signedIn.user.id), shown.factor_id);
  const isSetUp = app.status === 'unverified';
  await countTry(request, signedIn, { limit: 'factor_code', key: shown.factor_id, isSetUp });
  const { session, added } = await change(context, (change) =>
    verify(change, signedIn, shown),
  ).catch((error: unknown) => {
    logEvent(request, 'second_factor_refused', { user_id: signedIn.user.id });
    throw error;
  });
  await forgetHit(context, 'factor_code', shown.factor_id);
  const event = added ? 'factor_added' : 'second_factor_shown';
  logEvent(request, event, { user_id: signedIn.user.id, method: 'totp' });
  return session;
}

interface Shown {
  factor_id: string;
  challenge_id: string;
  code: string;
}

function readInput(request: FastifyRequest): Shown {
  const body = members(request.body);
  const code = textMember(body, 'code');
  if (!code) throw new AuthRefusal('validation_failed', 'Code needs to be non-empty');
  const challenge_id = textMember(body, 'challenge_id') ?? '';
  return { factor_id: factorIdOf(request), challenge_id, code };
}

async function verify(
  change: Change,
  signedIn: SignedIn,
  { factor_id, challenge_id, code }: Shown,
): Promise<{ session: AuthSession; added: boolean }> {
  const { tx } = change;
  const { user } = signedIn;
  const factors = await lockFactors(tx, signedIn);
  const app = appIn(factors, factor_id);
  await takeChallenge(tx, signedIn, { id: challenge_id, factor_id });
  const taken = takeCode(change, app, code);
  const added = app.status === 'unverified';
  if (added) {
    if (factors.some(isVerifiedApp))
      requireSecondFactor(signedIn, 'AAL2 required to enroll a new factor');
    // It may have been begun before there was a passkey.
    await requirePasskeyOfModerator(tx, signedIn);
  }
  await tx
    .updateTable('factors')
    .set({ ...taken, status: 'verified', updated_at: sql<Date>`now()` })
    .where('id', '=', factor_id)
    .execute();
  if (added) {
    await forgetUnverified(tx, user.id);
    await sendAppAdded(change, user.email, { isFirst: !factors.some(isVerifiedApp) });
  }
  return { session: await raiseSession(change, signedIn, 'totp'), added };
}

/**
 * The step of a correct, unused code, and the secret encrypted with the current key. Runs under the
 * lock, so that a code is used once.
 */
function takeCode({ config }: Change, { id, sealed_secret, last_step }: FactorRow, code: string) {
  const secret = sealed_secret && unseal(config, { purpose: 'factors', id }, sealed_secret);
  if (secret === null) {
    const message = 'This authenticator app cannot be checked any more, please use a backup code';
    throw new AuthRefusal('mfa_verification_failed', message);
  }
  const step = stepOf(secret, code);
  if (step === null) throw new AuthRefusal('mfa_verification_failed');
  if (last_step !== null && step <= last_step) {
    const message = 'This code was used already. Please wait for the next one.';
    throw new AuthRefusal('mfa_verification_failed', message);
  }
  return { last_step: step, sealed_secret: seal(config, { purpose: 'factors', id }, secret) };
}

/** Other unfinished set-ups have to begin again, with a code of this app. */
async function forgetUnverified(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .execute();
}
