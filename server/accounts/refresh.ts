import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { isBanned } from '../database/banned.ts';
import { databaseCode } from '../database/database-errors.ts';
import type { DB } from '../database/schema.ts';
import { logEvent } from '../http/event-log.ts';
import { type Change, change } from '../lifecycle/change.ts';
import { AuthRefusal } from './auth-error.ts';
import { members, textMember } from './body-fields.ts';
import { currentToken, nextToken, type ParsedToken, parseToken, placeOf } from './refresh-token.ts';
import { type AuthSession, endSessions, SESSION_LIMITS, sessionAnswer } from './sessions.ts';

/** How long after a refresh a previous token counts as late rather than stolen. */
export const REUSE_INTERVAL_MS = 10_000;

type Session = Selectable<DB['sessions']>;
type Outcome = AuthSession | AuthRefusal;

/**
 * POST /token?grant_type=refresh_token. Source: auth wire contract, section 5.
 * @throws AuthRefusal `refresh_token_not_found`, `refresh_token_already_used` (the session is gone
 * then), `session_expired`, `user_banned`, `conflict`
 */
export async function refreshSession(request: FastifyRequest): Promise<AuthSession> {
  const token = readToken(request);
  // A refusal is returned, not thrown, so that the end of a session is committed although the request
  // fails.
  const outcome = await change(request.server.context, (change) => refresh(change, token)).catch(
    (error: unknown) => {
      throw databaseCode(error) === '55P03' ? new AuthRefusal('conflict') : error;
    },
  );
  if (!(outcome instanceof AuthRefusal)) return outcome;
  if (outcome.code === 'refresh_token_already_used') logEvent(request, 'refresh_token_reused');
  throw outcome;
}

function readToken(request: FastifyRequest): ParsedToken {
  const text = textMember(members(request.body), 'refresh_token') ?? '';
  if (!/^[\w-]{12,200}$/.test(text)) {
    throw new AuthRefusal('validation_failed', 'Refresh token is not valid');
  }
  const token = parseToken(text);
  if (!token) throw new AuthRefusal('refresh_token_not_found');
  return token;
}

async function refresh(change: Change, token: ParsedToken): Promise<Outcome> {
  const { tx } = change;
  // Simultaneous requests with one token wait here, and the later ones find it used.
  const session = await tx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', token.session_id)
    .forUpdate()
    .executeTakeFirst();
  if (!session) return new AuthRefusal('refresh_token_not_found');
  const place = placeOf(token, session);
  if (place === 'forged') return new AuthRefusal('refresh_token_not_found');
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow();
  if (isBanned(user)) return new AuthRefusal('user_banned', undefined, { status: 400 });
  const ending = whyEnded(session, place);
  if (ending) {
    await endSessions(change, { user_id: user.id, session_id: session.id, scope: 'local' });
    return ending;
  }
  const refresh_token =
    place === 'current' ? await rotate(change, session, token) : currentToken(token, session);
  return sessionAnswer(change, { user, session, refresh_token });
}

function whyEnded(session: Session, place: 'current' | 'parent' | 'older'): AuthRefusal | null {
  const unused = Date.now() - session.refreshed_at.getTime();
  const age = Date.now() - session.created_at.getTime();
  if (age > SESSION_LIMITS.absoluteMs) return new AuthRefusal('session_expired');
  if (unused > SESSION_LIMITS.inactivityMs) {
    const message = 'Invalid Refresh Token: Session Expired (Inactivity)';
    return new AuthRefusal('session_expired', message);
  }
  const isReused = place === 'older' && unused > REUSE_INTERVAL_MS;
  return isReused ? new AuthRefusal('refresh_token_already_used') : null;
}

async function rotate({ tx }: Change, session: Session, token: ParsedToken): Promise<string> {
  const next = nextToken(token, session);
  await tx
    .updateTable('sessions')
    .set({ ...next.kept, refreshed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', session.id)
    .execute();
  return next.token;
}
