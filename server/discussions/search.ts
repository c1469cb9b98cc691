import { sql } from 'kysely';
import { type FoundMessage, searchWords, snippetOf } from '#domain/message-search.ts';
import { fullName } from '#domain/profile.ts';
import { isOfModerators, messageText } from '#domain/system-message-texts.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import type { Reader } from '../database/database.ts';
import type { Page } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { seen } from '../lifecycle/visibility.ts';

interface Search {
  q: string;
  limit: number;
  cursor?: number | undefined;
}

/** Messages of a person's own threads that contain all words of a search, newest first. */
export async function searchMessages(
  db: Reader,
  viewer: Viewer,
  { q, limit, cursor }: Search,
): Promise<Page<FoundMessage>> {
  const words = searchWords(q);
  if (words.length === 0) return { items: [], next_cursor: null };
  const rows = await found(db, viewer, words)
    .$if(cursor !== undefined, (query) => query.where('m.position', '<', cursor ?? 0))
    .orderBy('m.position', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => asFound(row, words)),
    next_cursor: rows.length > limit && last ? String(last.position) : null,
  };
}

function found(db: Reader, viewer: Viewer, words: readonly string[]) {
  return (
    db
      .selectFrom('messages as m')
      .innerJoin('tickets as t', 't.id', 'm.ticket_id')
      .leftJoin('pairings as p', 'p.id', 'm.pairing_id')
      .innerJoin('profiles as a', 'a.id', 'm.author_id')
      .select(['m.id', 'm.ticket_id', 'm.author_id', 'm.position', 'm.created_at'])
      .select(['m.kind', 'm.parameters', 'm.text', 'm.is_hidden', 'm.is_deleted'])
      .select(['m.is_system', 't.description', 't.customer_id', 't.developer_id'])
      .select(['a.first_name', 'a.last_name'])
      // A deleted message has no words left to be found by.
      .where('m.is_hidden', '=', false)
      .where(seen.readsPairing(viewer))
      .where(sql<boolean>`m.search @@ to_tsquery('simple', ${tsquery(words)})`)
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof found>['execute']>>[number];

function asFound(row: Row, words: readonly string[]): FoundMessage {
  const { id, ticket_id, author_id, created_at, description, customer_id } = row;
  const fallback = author_id === customer_id ? 'Customer' : 'Developer';
  return {
    id,
    ticket_id,
    author_id,
    created_at,
    // Moderators act for the platform, without a name.
    author_name: isOfModerators(row.kind) ? 'Moderator' : fullName(row, fallback),
    ticket_description: splitDescription(description).title,
    snippet: snippetOf(messageText(row), words),
  };
}

/** All words, each as a prefix; words contain no quotes or backslashes. */
function tsquery(words: readonly string[]): string {
  return words.map((word) => `'${word}':*`).join(' & ');
}
