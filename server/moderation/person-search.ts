import { sql } from 'kysely';
import { text } from '#domain/text.ts';

export const searched = text(200).transform((words) => words.trim() || undefined);

/**
 * Matches accounts (`u`) with profiles (`p`) by part of a name or email address, taken literally.
 */
export function holds(q: string) {
  const pattern = `%${q.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`(u.email ilike ${pattern}
    or concat_ws(' ', p.first_name, p.last_name) ilike ${pattern})`;
}
