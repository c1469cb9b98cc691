import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Tx } from '../../database/database.ts';
import { AuthRefusal } from '../auth-error.ts';
import { holdAccount, isRecent, type SignedIn } from '../signed-in.ts';
import { type FactorRow, factorsOf } from './factor-list.ts';

/**
 * A person's factors, locked with the session that asks.
 * @throws AuthRefusal `session_not_found` where that has ended
 */
export async function lockFactors(tx: Tx, signedIn: SignedIn): Promise<FactorRow[]> {
  await holdAccount(tx, signedIn);
  return factorsOf(tx, signedIn.user.id);
}

/**
 * The id in the path.
 * @throws AuthRefusal `mfa_factor_not_found` where it is no id
 */
export function factorIdOf(request: FastifyRequest): string {
  const { id } = request.params as { id?: string };
  const parsed = z.guid().safeParse(id);
  if (!parsed.success) throw new AuthRefusal('mfa_factor_not_found');
  return parsed.data;
}

/** @throws AuthRefusal `mfa_factor_not_found` for one that is not theirs */
export function appIn(factors: readonly FactorRow[], id: string): FactorRow {
  const found = factors.find((factor) => factor.id === id && factor.factor_type === 'totp');
  if (!found) throw new AuthRefusal('mfa_factor_not_found');
  return found;
}

/**
 * Changing how one signs in needs recent proof of identity, as a session may be left open on another
 * person's computer. GoTrue does not ask.
 * @throws AuthRefusal `reauthentication_needed`
 */
export function requireRecentProof({ session }: SignedIn): void {
  if (isRecent(session.proved_at)) return;
  throw new AuthRefusal('reauthentication_needed');
}

/** @throws AuthRefusal `insufficient_aal` where this session has no second factor */
export function requireSecondFactor({ session }: SignedIn, message: string): void {
  if (session.level !== 'aal2') throw new AuthRefusal('insufficient_aal', message);
}
