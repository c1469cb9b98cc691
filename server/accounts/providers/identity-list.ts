import type { Selectable } from 'kysely';
import type { Reader } from '../../database/database.ts';
import type { DB } from '../../database/schema.ts';

export type IdentityRow = Selectable<DB['identities']>;

/** A person's accounts elsewhere, oldest first. */
export function identitiesOf(db: Reader, user_id: string): Promise<IdentityRow[]> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
