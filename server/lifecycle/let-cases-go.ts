import type { Tx } from '../database/database.ts';

/** Releases the cases of a moderator who can no longer decide them. */
export async function letCasesGo(tx: Tx, moderatorId: string): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ moderator_id: null, moderator_since: null })
    .where('moderator_id', '=', moderatorId)
    .execute();
}
