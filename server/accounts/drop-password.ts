import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Change } from '../lifecycle/change.ts';
import { voidMailTokens } from './mail-links.ts';
import { endSessions } from './sessions.ts';

/**
 * Takes the password of an account away, and each other way in: its sessions end, and so does every link and code that was
 * sent. Until its owner has chosen another one, the account is good for nothing else. Returns how
 * many sessions ended.
 */
export async function dropPassword(change: Change, user_id: string): Promise<number> {
  await change.tx
    .updateTable('users')
    .set({ password_hash: null, owes_password: true, updated_at: sql<Date>`now()` })
    .where('id', '=', user_id)
    .execute();
  await forgetOtherWays(change.tx, user_id);
  await voidMailTokens(change.tx, user_id);
  return endSessions(change, { user_id, scope: 'global' });
}

/** Removes passkeys and accounts elsewhere. */
async function forgetOtherWays(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', user_id).execute();
  await tx.deleteFrom('identities').where('user_id', '=', user_id).execute();
}
