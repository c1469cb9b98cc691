import type { Selectable } from 'kysely';
import type { Reader } from '../../database/database.ts';
import type { DB } from '../../database/schema.ts';

export type FactorRow = Selectable<DB['factors']>;

/** A factor for the auth client: without its secret. */
export interface AuthFactor {
  id: string;
  factor_type: 'totp' | 'recovery_code';
  status: 'unverified' | 'verified';
  friendly_name?: string;
  created_at: string;
  updated_at: string;
  last_challenged_at?: string;
}

/** A person's factors, oldest first. */
export function factorsOf(db: Reader, userId: string): Promise<FactorRow[]> {
  return db
    .selectFrom('factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function authFactor(row: FactorRow): AuthFactor {
  const { id, factor_type, status, friendly_name, last_challenged_at } = row;
  return {
    id,
    factor_type,
    status,
    ...(friendly_name !== null && { friendly_name }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(last_challenged_at && { last_challenged_at: last_challenged_at.toISOString() }),
  };
}

/** Backup codes alone are no second factor. */
export function isVerifiedApp({ factor_type, status }: FactorRow): boolean {
  return factor_type === 'totp' && status === 'verified';
}
