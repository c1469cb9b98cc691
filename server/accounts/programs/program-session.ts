import { randomUUID } from 'node:crypto';
import type { Tx } from '../../database/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { firstToken } from '../refresh-token.ts';
import type { PROGRAM_METHODS } from '../sessions.ts';

/**
 * A session for a program, with the second factor of the session that lets it in. Nobody has its
 * refresh token: it lives as long as the program's own tokens.
 */
export async function openProgramSession(
  tx: Tx,
  { id: user_id, session_id }: Viewer,
  method: (typeof PROGRAM_METHODS)[number],
): Promise<string> {
  const id = randomUUID();
  const { second_method, second_factor_at } = await tx
    .selectFrom('sessions')
    .select(['second_method', 'second_factor_at'])
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow();
  const { kept } = firstToken(id);
  await tx
    .insertInto('sessions')
    .values({ ...kept, id, user_id, method, second_method, second_factor_at })
    .execute();
  return id;
}
