import { sql } from 'kysely';
import { DAY_MS } from '#domain/milliseconds.ts';
import type { Database } from '../../database/database.ts';
import { KEYS_OF_CONNECTION } from './connections.ts';

/** A program that has introduced itself asks its person at once. */
const UNUSED_LIVE_MS = DAY_MS;
/** One that nobody has let in for so long introduces itself again. */
const LEFT_LIVE_MS = 90 * DAY_MS;

/** Deletes what has expired: records, connections without a way in, and programs that nobody uses. */
export async function tidyOAuth({ db }: { db: Database }): Promise<void> {
  await db.deleteFrom('oauth_records').where('expires_at', '<', new Date()).execute();
  const open = db
    .selectFrom('oauth_records')
    .select('connection_id')
    .where('model', 'in', KEYS_OF_CONNECTION)
    .where('connection_id', 'is not', null)
    .where('consumed_at', 'is', null);
  await db
    .deleteFrom('sessions')
    .where('method', '=', 'connected_program')
    // Long enough to have got its code.
    .where('created_at', '<', new Date(Date.now() - DAY_MS))
    .where('id', 'not in', open)
    .execute();
  await db
    .deleteFrom('oauth_records')
    .where('model', '=', 'Client')
    .where((is) =>
      is.or([
        is.and([
          is('used_at', 'is', null),
          is('created_at', '<', new Date(Date.now() - UNUSED_LIVE_MS)),
        ]),
        is('used_at', '<', new Date(Date.now() - LEFT_LIVE_MS)),
      ]),
    )
    .where(sql<boolean>`not exists (select from connected_programs
      where sha256(convert_to(client_id, 'UTF8')) = id_hash)`)
    .execute();
}
