import { randomUUID } from 'node:crypto';
import { MAX_CONNECTIONS, MAX_TOKENS } from '#domain/program.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Tx } from '../../database/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Change } from '../../lifecycle/change.ts';
import { type Room, requireRoom } from '../../lifecycle/locked.ts';
import { firstToken } from '../refresh-token.ts';
import { endSessions, type PROGRAM_METHODS } from '../sessions.ts';

type ProgramMethod = (typeof PROGRAM_METHODS)[number];

/** Where the programs are, and how many each person may have. Expired ones count until they are tidied away. */
const rooms = {
  access_token: { table: 'access_tokens', most: MAX_TOKENS, full: 'too_many_tokens' },
  connected_program: {
    table: 'connected_programs',
    most: MAX_CONNECTIONS,
    full: 'too_many_programs',
  },
} as const satisfies Record<ProgramMethod, Room>;

/**
 * A session for a program, with the second factor of the session that lets it in. Nobody has its
 * refresh token: it lives as long as the program's own tokens.
 * @throws Refusal `not_your_part` for a moderator, `too_many_tokens`, `too_many_programs`,
 * `session_ended`
 */
export async function openProgramSession(
  tx: Tx,
  { id: user_id, session_id, user_type }: Viewer,
  method: ProgramMethod,
): Promise<string> {
  // Others have confided to moderators what they see.
  if (user_type === 'moderator') throw new Refusal('not_your_part');
  await requireRoom(tx, user_id, rooms[method]);
  const id = randomUUID();
  const { second_method, second_factor_at } = await tx
    .selectFrom('sessions')
    .select(['second_method', 'second_factor_at'])
    .where('id', '=', session_id)
    // Whoever ends it meanwhile waits, and ends what it let in, too.
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new Refusal('session_ended'));
  const { kept } = firstToken(id);
  await tx
    .insertInto('sessions')
    .values({ ...kept, id, user_id, method, second_method, second_factor_at })
    .execute();
  return id;
}

/**
 * Ends a program's session: the program is refused from now on, and its live streams end.
 * @throws Refusal `not_found` for one of somebody else, or of the other kind
 */
export async function endProgramSession(
  change: Change,
  viewer: Viewer,
  method: ProgramMethod,
  session_id: string,
): Promise<void> {
  const own = await change.tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session_id)
    .where('user_id', '=', viewer.id)
    .where('method', '=', method)
    .executeTakeFirst();
  if (!own) throw new Refusal('not_found');
  await endSessions(change, { user_id: viewer.id, session_id, scope: 'local' });
}
