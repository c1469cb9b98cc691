import { Refusal } from '#domain/refusals.ts';
import type { Session } from '#domain/session.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { endSessions, PROGRAM_METHODS } from './sessions.ts';

/** Far more devices than a person has; older ones show up once newer ones are signed out. */
const MOST = 100;

/** A person's signed-in devices, the last used first. Sessions of programs are in a list of their own. */
export async function sessionsOf(db: Reader, viewer: Viewer): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'refreshed_at'])
    .where('user_id', '=', viewer.id)
    .where('method', 'not in', PROGRAM_METHODS)
    .orderBy('refreshed_at', 'desc')
    .orderBy('id')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({ ...row, current: row.id === viewer.session_id }));
}

/**
 * Signs out one of the person's devices at once.
 * @throws Refusal `not_found` for a session of another person
 */
export async function endSession(change: Change, viewer: Viewer, id: string): Promise<void> {
  const ended = await endSessions(change, { user_id: viewer.id, session_id: id, scope: 'local' });
  if (ended === 0) throw new Refusal('not_found');
}
