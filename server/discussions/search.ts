import { sql } from 'kysely';
import { type FoundMessage, searchWords, snippetOf } from '#domain/message-search.ts';
import { fullName } from '#domain/profile.ts';
import { splitDescription } from '#domain/ticket.ts';
import type { Reader } from '../database/database.ts';
import type { Page } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';

interface Search {
  q: string;
  limit: number;
  cursor?: number | undefined;
}

/** Messages of a person's own discussions that hold all words of a search, newest first. */
export async function searchMessages(
  db: Reader,
  viewer: Viewer,
  { q, limit, cursor }: Search,
): Promise<Page<FoundMessage>> {
  const words = searchWords(q);
  if (words.length === 0) return { items: [], next_cursor: null };
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('tickets as t', 't.id', 'm.ticket_id')
    .innerJoin('profiles as p', 'p.id', 'm.author_id')
    .select(['m.id', 'm.ticket_id', 'm.author_id', 'm.position', 'm.text', 'm.created_at'])
    .select(['t.description', 't.customer_id', 'p.first_name', 'p.last_name'])
    .where('t.developer_id', 'is not', null)
    .where((is) =>
      is.or([is('t.customer_id', '=', viewer.id), is('t.developer_id', '=', viewer.id)]),
    )
    .where(sql<boolean>`m.search @@ to_tsquery('simple', ${tsquery(words)})`)
    .$if(cursor !== undefined, (query) => query.where('m.position', '<', cursor ?? 0))
    .orderBy('m.position', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(
      ({ position: _, text, description, customer_id, first_name, last_name, ...row }) => ({
        ...row,
        author_name: fullName(
          { first_name, last_name },
          row.author_id === customer_id ? 'Customer' : 'Developer',
        ),
        ticket_description: splitDescription(description).title,
        snippet: snippetOf(text, words),
      }),
    ),
    next_cursor: rows.length > limit && last ? String(last.position) : null,
  };
}

/** Every word, as the beginning of one; words hold neither quotes nor backslashes. */
function tsquery(words: readonly string[]): string {
  return words.map((word) => `'${word}':*`).join(' & ');
}
