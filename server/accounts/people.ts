import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Category } from '#domain/category.ts';
import type { UserType } from '#domain/profile.ts';
import type { Tx } from '../database/database.ts';
import type { UserRow } from './auth-user.ts';

export interface NewPerson {
  /** In lower case. */
  email: string;
  /** Null: nobody can sign in until a link has set a password. */
  password_hash: string | null;
  user_type: UserType;
  first_name: string | null;
  last_name: string | null;
  /** Whether the address is confirmed. */
  confirmed: boolean;
  /** What they agreed to by signing up; left out where the operator makes the account. */
  terms_version?: string;
  user_metadata?: Record<string, unknown>;
  supported_categories?: Category[];
}

/** Creates an account with its profile; accounts come from nowhere else. */
export async function createUser(tx: Tx, person: NewPerson): Promise<UserRow> {
  const { id } = await tx
    .insertInto('profiles')
    .values({
      user_type: person.user_type,
      first_name: person.first_name,
      last_name: person.last_name,
      supported_categories: person.supported_categories ?? [],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return tx
    .insertInto('users')
    .values({
      id,
      email: person.email,
      password_hash: person.password_hash,
      user_metadata: JSON.stringify(person.user_metadata ?? {}),
      terms_version: person.terms_version ?? null,
      email_confirmed_at: person.confirmed ? sql<Date>`now()` : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The account of an address. Locks the address, so that two sign-ups cannot both create it. */
export async function accountOf(tx: Tx, email: string): Promise<UserRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${email}`}, 0))`.execute(tx);
  return tx.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/**
 * Argon2id with the minimum cost of OWASP's password storage guide: 19 MiB, two passes, one lane.
 * Hashes the password exactly as typed.
 */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}
