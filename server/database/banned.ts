import { sql } from 'kysely';

/** Whether a moderator has suspended an account, as of now. */
export function isBanned({ banned_until }: { banned_until: Date | null }): boolean {
  return banned_until !== null && banned_until > new Date();
}

/** The accounts (`u`) of a query that are not. */
export const notBanned = sql<boolean>`(u.banned_until is null or u.banned_until <= now())`;
