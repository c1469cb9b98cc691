import { sql } from 'kysely';
import type { Change } from '../../lifecycle/change.ts';
import { AuthRefusal } from '../auth-error.ts';
import { firstToken } from '../refresh-token.ts';
import { type AuthSession, endSessions, type SecondMethod, sessionAnswer } from '../sessions.ts';
import type { SignedIn } from '../signed-in.ts';

/**
 * Raises a session to aal2 after a second factor, and renews its tokens. Its old ones become invalid,
 * as do the person's sessions without a second factor, as in GoTrue: the password alone had opened
 * them.
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
