import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Reader } from '../database/database.ts';
import type { DB } from '../database/schema.ts';
import { type AuthFactor, authFactor, type FactorRow, factorsOf } from './factors/factor-list.ts';

export type UserRow = Selectable<DB['users']>;

/** What a person signs in with beside the password. */
export interface SignInWays {
  factors: readonly FactorRow[];
  identities: readonly IdentityRow[];
}

/** Those of one person. */
export async function waysOf(db: Reader, user_id: string): Promise<SignInWays> {
  return { factors: await factorsOf(db, user_id), identities: await identitiesOf(db, user_id) };
}

/** A user of the auth client. Source: auth wire contract, section 3. */
export interface AuthUser {
  id: string;
  aud: 'authenticated';
  role: 'authenticated';
  email: string;
  phone: '';
  app_metadata: { provider: 'email'; providers: ['email', ...string[]] };
  user_metadata: Record<string, unknown>;
  identities: AuthIdentity[];
  created_at: string;
  updated_at: string;
  is_anonymous: false;
  email_confirmed_at?: string;
  confirmed_at?: string;
  confirmation_sent_at?: string;
  recovery_sent_at?: string;
  reauthentication_sent_at?: string;
  last_sign_in_at?: string;
  banned_until?: string;
  /** Present only when there are any. */
  factors?: AuthFactor[];
}

interface AuthIdentity {
  identity_id: string;
  id: string;
  user_id: string;
  provider: string;
  identity_data: { sub: string; email?: string; email_verified: boolean; phone_verified: false };
  email?: string;
  created_at: string;
  updated_at: string;
  last_sign_in_at: string;
}

/** A user's row for the auth client: without hashes and tokens. */
export function authUser(
  row: UserRow,
  { factors = [], identities = [] }: Partial<SignInWays> = {},
): AuthUser {
  return {
    id: row.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: row.email,
    phone: '',
    ...moments({
      email_confirmed_at: row.email_confirmed_at,
      confirmed_at: row.email_confirmed_at,
      confirmation_sent_at: row.confirmation_sent_at,
      recovery_sent_at: row.recovery_sent_at,
      reauthentication_sent_at: row.reauthentication_sent_at,
      last_sign_in_at: row.last_sign_in_at,
      banned_until: row.banned_until,
    }),
    app_metadata: {
      provider: 'email',
      providers: ['email', ...identities.map(({ provider }) => provider)],
    },
    user_metadata: row.user_metadata as Record<string, unknown>,
    identities: [emailIdentity(row), ...identities.map(otherIdentity)],
    ...(factors.length > 0 && { factors: factors.map(authFactor) }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    is_anonymous: false,
  };
}

/** Members that are left out while they are null. */
function moments<Name extends string>(
  dates: Record<Name, Date | null>,
): Partial<Record<Name, string>> {
  const known = Object.entries<Date | null>(dates).flatMap(([name, date]) =>
    date ? [[name, date.toISOString()]] : [],
  );
  return Object.fromEntries(known);
}

/** Everyone has an identity of their email address, so it needs no row of its own. */
function emailIdentity(row: UserRow): AuthIdentity {
  return {
    identity_id: emailIdentityId(row.id),
    id: row.id,
    user_id: row.id,
    provider: 'email',
    identity_data: {
      sub: row.id,
      email: row.email,
      email_verified: row.email_confirmed_at !== null,
      phone_verified: false,
    },
    email: row.email,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_sign_in_at: (row.last_sign_in_at ?? row.created_at).toISOString(),
  };
}

/** An account elsewhere. */
function otherIdentity(row: IdentityRow): AuthIdentity {
  const email = row.email === null ? {} : { email: row.email };
  return {
    identity_id: row.id,
    id: row.subject,
    user_id: row.user_id,
    provider: row.provider,
    identity_data: {
      sub: row.subject,
      ...email,
      email_verified: row.email !== null,
      phone_verified: false,
    },
    ...email,
    created_at: row.created_at.toISOString(),
    updated_at: (row.last_sign_in_at ?? row.created_at).toISOString(),
    last_sign_in_at: (row.last_sign_in_at ?? row.created_at).toISOString(),
  };
}

/** A UUID (version 8) derived from the user's id. */
export function emailIdentityId(userId: string): string {
  const bytes = createHash('sha256').update(`identity:${userId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

type IdentityRow = Selectable<DB['identities']>;

/** A person's accounts elsewhere, oldest first. */
function identitiesOf(db: Reader, user_id: string): Promise<IdentityRow[]> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
