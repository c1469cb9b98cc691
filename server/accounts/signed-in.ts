import type { FastifyRequest } from 'fastify';
import { isBanned } from '../database/banned.ts';
import type { Tx } from '../database/database.ts';
import { InvalidAccessToken, type Level } from '../http/access-token.ts';
import { bearerToken } from '../http/authenticate.ts';
import { claimsOf } from '../http/verified-tokens.ts';
import { AuthRefusal } from './auth-error.ts';
import type { UserRow } from './auth-user.ts';

/** How long a sign-in, code or confirmed password counts as recent proof, in ms. */
const RECENT_MS = 10 * 60_000;

export interface SignedIn {
  user: UserRow;
  session: {
    id: string;
    is_recovery: boolean;
    created_at: Date;
    level: Level;
    /** When the person last proved who they are: by sign-in, second factor or password. */
    proved_at: Date;
  };
}

/**
 * The person and session of a request to /auth/v1.
 * @throws AuthRefusal `no_authorization`, `bad_jwt`, `user_not_found`, `session_not_found`,
 * `user_banned`
 */
export async function requireSignedIn(request: FastifyRequest): Promise<SignedIn> {
  const { config, db } = request.server.context;
  const token = bearerToken(request.headers.authorization);
  if (!token) throw new AuthRefusal('no_authorization');
  const claims = await claimsOf(config, token).catch((error: unknown) => {
    if (!(error instanceof InvalidAccessToken)) throw error;
    const message = `invalid JWT: unable to parse or verify signature, ${error.message}`;
    throw new AuthRefusal('bad_jwt', message);
  });
  const [user, session] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', claims.user_id).executeTakeFirst(),
    db
      .selectFrom('sessions')
      .select(['id', 'is_recovery', 'created_at', 'second_factor_at', 'confirmed_at'])
      .where('id', '=', claims.session_id)
      .where('user_id', '=', claims.user_id)
      .executeTakeFirst(),
  ]);
  if (!user) throw new AuthRefusal('user_not_found');
  // First: a suspension has ended the sessions.
  if (isBanned(user)) throw new AuthRefusal('user_banned');
  if (!session) throw new AuthRefusal('session_not_found');
  return { user, session: asProved(session, claims.level) };
}

interface SessionRow {
  id: string;
  is_recovery: boolean;
  created_at: Date;
  second_factor_at: Date | null;
  confirmed_at: Date | null;
}

/** A token from before the second factor stays at its old level: it may have been stolen. */
function asProved(
  { second_factor_at, confirmed_at, ...session }: SessionRow,
  level: Level,
): SignedIn['session'] {
  return {
    ...session,
    level: second_factor_at ? level : 'aal1',
    proved_at: provedAt({ second_factor_at, confirmed_at, ...session }),
  };
}

/**
 * Locks the account, and then the session of a call that changes it: nothing is changed for somebody who
 * was signed out meanwhile. In this order, in which a new password ends sessions.
 * @throws AuthRefusal `session_not_found`
 */
export async function holdAccount(
  tx: Tx,
  { user, session }: Record<'user' | 'session', { id: string }>,
): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
  const held = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session.id)
    .forKeyShare()
    .executeTakeFirst();
  if (!held) throw new AuthRefusal('session_not_found');
}

/** When this session last gave proof of identity. */
export function provedAt(
  session: Pick<SessionRow, 'created_at' | 'second_factor_at' | 'confirmed_at'>,
): Date {
  const { created_at, second_factor_at, confirmed_at } = session;
  return new Date(Math.max(...[created_at, second_factor_at ?? 0, confirmed_at ?? 0].map(Number)));
}

export function isRecent(proved_at: Date): boolean {
  return Date.now() - proved_at.getTime() < RECENT_MS;
}
