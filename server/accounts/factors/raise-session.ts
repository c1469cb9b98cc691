import { sql } from 'kysely';
import type { Change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import { firstToken } from '../refresh-token.ts';
import { type AuthSession, endSessions, type SecondMethod, sessionAnswer } from '../sessions.ts';
import type { SignedIn } from '../signed-in.ts';

/**
 * A second factor was shown: the session is at aal2 from now on, and gets new tokens. Those it had
 * are worth nothing more (nobody holds them but its own browser). Sessions of the same person that
 * have shown none end, as GoTrue does: they were opened by the password alone.
 * @throws AuthRefusal `session_not_found` when it ended meanwhile
 */
export async function raiseSession(
  change: Change,
  { user, session }: SignedIn,
  second_method: SecondMethod,
): Promise<AuthSession> {
  const { token, kept } = firstToken(session.id);
  const now = sql<Date>`clock_timestamp()`;
  const raised = await change.tx
    .updateTable('sessions')
    .set({ ...kept, second_method, second_factor_at: now, refreshed_at: now })
    .where('id', '=', session.id)
    .returning(['id', 'method', 'created_at', 'second_method', 'second_factor_at'])
    .executeTakeFirst();
  if (!raised) throw new AuthRefusal('session_not_found');
  await endSessions(change, { user_id: user.id, session_id: session.id, scope: 'weaker' });
  return sessionAnswer(change, { user, session: raised, refresh_token: token });
}
