import { sql } from 'kysely';
import { text } from '#domain/text.ts';

/** Part of a name or an address. */
export const searched = text(200).transform((words) => words.trim() || undefined);

/** Of accounts (`u`) with their profiles (`p`). What is typed is looked for as it is: its signs mean nothing else. */
export function holds(q: string) {
  const pattern = `%${q.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`(u.email ilike ${pattern}
    or concat_ws(' ', p.first_name, p.last_name) ilike ${pattern})`;
}
