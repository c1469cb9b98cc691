import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../database/database.ts';
import { change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import { limitCaller } from '../caller-limit.ts';
import { requireSignedIn, type SignedIn } from '../signed-in.ts';
import { appIn, factorIdOf, lockFactors } from './own-factors.ts';

const CHALLENGE_SECONDS = 300;

interface Challenge {
  id: string;
  type: 'totp';
  /** Unix seconds. */
  expires_at: number;
}

/**
 * POST /factors/{id}/challenge: announces a code from this session, valid for 5 minutes.
 * @throws AuthRefusal `mfa_factor_not_found`
 */
export async function challengeFactor(request: FastifyRequest): Promise<Challenge> {
  await limitCaller(request, 'factors');
  const signedIn = await requireSignedIn(request);
  const factor_id = factorIdOf(request);
  return change(request.server.context, async ({ tx }) => {
    appIn(await lockFactors(tx, signedIn), factor_id);
    const { id, created_at } = await tx
      .insertInto('factor_challenges')
      .values({ factor_id, session_id: signedIn.session.id })
      .returning(['id', 'created_at'])
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('factors')
      .set({ last_challenged_at: sql<Date>`now()` })
      .where('id', '=', factor_id)
      .execute();
    const expires_at = Math.floor(created_at.getTime() / 1000) + CHALLENGE_SECONDS;
    return { id, type: 'totp', expires_at };
  });
}

/**
 * Uses up a challenge of this session. A later refusal in the same change restores it.
 * @throws AuthRefusal `mfa_factor_not_found`, `mfa_challenge_expired`
 */
export async function takeChallenge(
  tx: Tx,
  { session }: SignedIn,
  { id, factor_id }: { id: string; factor_id: string },
): Promise<void> {
  const taken = z.guid().safeParse(id).success
    ? await tx
        .deleteFrom('factor_challenges')
        .where('id', '=', id)
        .where('factor_id', '=', factor_id)
        .where('session_id', '=', session.id)
        .returning(
          sql<boolean>`created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS})`.as('late'),
        )
        .executeTakeFirst()
    : undefined;
  if (!taken) {
    const message = 'MFA factor with the provided challenge ID not found';
    throw new AuthRefusal('mfa_factor_not_found', message);
  }
  if (taken.late) {
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthRefusal('mfa_challenge_expired', message);
  }
}
