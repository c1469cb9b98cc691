import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { AuthRefusal } from '../auth-error.ts';

/** As GoTrue has it. */
const CHALLENGE_SECONDS = 300;

/** What a device is to sign. */
export interface NewChallenge {
  challenge_id: string;
  /** 256 random bits. */
  challenge: Buffer<ArrayBuffer>;
  /** Unix seconds. */
  expires_at: number;
}

/** Makes a challenge for a session that adds a passkey, or for anybody who wants to sign in. */
export async function newChallenge(db: Database, session_id: string | null): Promise<NewChallenge> {
  const challenge = randomBytes(32);
  const { id, created_at } = await db
    .insertInto('passkey_challenges')
    .values({ challenge: challenge.toString('base64url'), session_id })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  const expires_at = Math.floor(created_at.getTime() / 1000) + CHALLENGE_SECONDS;
  return { challenge_id: id, challenge, expires_at };
}

/**
 * Uses a challenge up, whatever becomes of its answer, and returns it in base64url.
 * @throws AuthRefusal `webauthn_challenge_not_found`, `webauthn_challenge_expired`
 */
export async function takeChallenge(
  db: Database,
  { id, session_id }: { id: string; session_id: string | null },
): Promise<string> {
  const taken = z.guid().safeParse(id).success
    ? await db
        .deleteFrom('passkey_challenges')
        .where('id', '=', id)
        .where('session_id', session_id === null ? 'is' : '=', session_id)
        .returning('challenge')
        .returning(
          sql<boolean>`created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS})`.as('late'),
        )
        .executeTakeFirst()
    : undefined;
  if (!taken) throw new AuthRefusal('webauthn_challenge_not_found');
  if (taken.late) throw new AuthRefusal('webauthn_challenge_expired');
  return taken.challenge;
}
