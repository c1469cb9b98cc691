import type { Selectable } from 'kysely';
import type { Reader } from '../../database/database.ts';
import type { DB } from '../../database/schema.ts';

export type PasskeyRow = Selectable<DB['passkeys']>;

/** A passkey for the auth client: without its key. */
export interface Passkey {
  id: string;
  friendly_name: string;
  created_at: string;
  last_used_at?: string;
}

/** A person's passkeys, oldest first. */
export function passkeysOf(db: Reader, user_id: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function asPasskey(row: PasskeyRow): Passkey {
  const { id, friendly_name, created_at, last_used_at } = row;
  return {
    id,
    friendly_name,
    created_at: created_at.toISOString(),
    ...(last_used_at && { last_used_at: last_used_at.toISOString() }),
  };
}
