import type { Tx } from '../database/database.ts';

/** The cases of a moderator who is no longer there to decide them are nobody's. */
export async function letCasesGo(tx: Tx, moderatorId: string): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ moderator_id: null, moderator_since: null })
    .where('moderator_id', '=', moderatorId)
    .execute();
}
