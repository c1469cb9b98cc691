import type { FastifyRequest } from 'fastify';
import { logEvent } from '../../http/event-log.ts';
import { forgetHit } from '../../http/limits.ts';
import { type Change, change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import { members, textMember } from '../body-fields.ts';
import { limitCaller } from '../caller-limit.ts';
import type { AuthSession } from '../sessions.ts';
import { requireSignedIn, type SignedIn } from '../signed-in.ts';
import { countCodes, makeCodes, takeBackupCode } from './backup-codes.ts';
import { readName, requireRoom } from './enroll.ts';
import { type FactorRow, factorsOf, isVerifiedApp } from './factor-list.ts';
import { sendBackupCodeUsed } from './letters.ts';
import { lockFactors, requireRecentProof, requireSecondFactor } from './own-factors.ts';
import { raiseSession } from './raise-session.ts';
import { countTry } from './tries.ts';

// Backup codes, by the auth client's own calls (`mfa.recoveryCodes`).

interface CodeSet {
  id: string;
  type: 'recovery_code';
  friendly_name?: string;
  total: number;
}

/** GET /factors/recovery-codes: how many exist and are left; never the codes. */
export async function backupCodeStatus(
  request: FastifyRequest,
): Promise<CodeSet & { remaining: number }> {
  const { user } = await requireSignedIn(request);
  const { db } = request.server.context;
  const { id } = codeSetIn(await factorsOf(db, user.id));
  return { id, type: 'recovery_code', ...(await countCodes(db, id)) };
}

/** POST /factors/recovery-codes: the first set. Needs a working app, and a code of it. */
export async function makeBackupCodes(
  request: FastifyRequest,
): Promise<CodeSet & { codes: string[] }> {
  const name = readName(textMember(members(request.body), 'friendly_name')) ?? 'Recovery codes';
  return withFactors(request, async (change, signedIn, factors) => {
    if (factors.some(isCodeSet)) throw new AuthRefusal('mfa_verified_factor_exists');
    requireRoom(factors, name, signedIn);
    if (!factors.some(isVerifiedApp)) throw new AuthRefusal('mfa_recovery_codes_sole_factor');
    const factor = await change.tx
      .insertInto('factors')
      .values({
        user_id: signedIn.user.id,
        factor_type: 'recovery_code',
        status: 'verified',
        friendly_name: name,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return answer(factor, await makeCodes(change.tx, factor.id));
  });
}

/** POST /factors/recovery-codes/regenerate: invalidates the previous ones. */
export async function renewBackupCodes(
  request: FastifyRequest,
): Promise<CodeSet & { codes: string[] }> {
  return withFactors(request, async (change, _signedIn, factors) => {
    const factor = codeSetIn(factors);
    return answer(factor, await makeCodes(change.tx, factor.id));
  });
}

/** DELETE /factors/recovery-codes */
export async function forgetBackupCodes(request: FastifyRequest): Promise<{ id: string }> {
  return withFactors(request, async ({ tx }, _signedIn, factors) => {
    const { id } = codeSetIn(factors);
    await tx.deleteFrom('factors').where('id', '=', id).execute();
    return { id };
  });
}

/**
 * POST /factors/recovery-codes/verify: a backup code instead of an app's.
 * @throws AuthRefusal `mfa_verification_failed`, `mfa_recovery_codes_locked`
 */
export async function verifyBackupCode(request: FastifyRequest): Promise<AuthSession> {
  await limitCaller(request, 'factors');
  const signedIn = await requireSignedIn(request);
  const { user } = signedIn;
  const code = textMember(members(request.body), 'code');
  if (!code) throw new AuthRefusal('validation_failed', 'Code needs to be non-empty');
  const { context } = request.server;
  await countTry(request, signedIn, { limit: 'backup_code', key: user.id });
  const session = await change(context, async (change) => {
    const set = (await lockFactors(change.tx, signedIn)).find(isCodeSet);
    const isRight = set && (await takeBackupCode(change.tx, set.id, code));
    if (!isRight) throw new AuthRefusal('mfa_verification_failed', 'Invalid backup code entered');
    const { remaining } = await countCodes(change.tx, set.id);
    await sendBackupCodeUsed(change, user.email, remaining);
    return raiseSession(change, signedIn, 'mfa/recovery_code');
  }).catch((error: unknown) => {
    logEvent(request, 'second_factor_refused', { user_id: user.id });
    throw error;
  });
  await forgetHit(context, 'backup_code', user.id);
  logEvent(request, 'second_factor_shown', { user_id: user.id, method: 'mfa/recovery_code' });
  return session;
}

/** Runs a call that needs a recent proof of identity. */
async function withFactors<Result>(
  request: FastifyRequest,
  work: (change: Change, signedIn: SignedIn, factors: FactorRow[]) => Promise<Result>,
): Promise<Result> {
  await limitCaller(request, 'factors');
  const signedIn = await requireSignedIn(request);
  requireSecondFactor(signedIn, 'AAL2 required to change recovery codes');
  requireRecentProof(signedIn);
  const result = await change(request.server.context, async (change) =>
    work(change, signedIn, await lockFactors(change.tx, signedIn)),
  );
  logEvent(request, 'backup_codes_changed', { user_id: signedIn.user.id });
  return result;
}

function isCodeSet({ factor_type }: FactorRow): boolean {
  return factor_type === 'recovery_code';
}

/** @throws AuthRefusal `mfa_factor_not_found` */
function codeSetIn(factors: readonly FactorRow[]): FactorRow {
  const found = factors.find(isCodeSet);
  if (found) return found;
  throw new AuthRefusal('mfa_factor_not_found', 'The user has not enrolled recovery codes');
}

function answer({ id, friendly_name }: FactorRow, codes: string[]): CodeSet & { codes: string[] } {
  return {
    id,
    type: 'recovery_code',
    friendly_name: friendly_name ?? '',
    total: codes.length,
    codes,
  };
}
