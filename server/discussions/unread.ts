import { sql } from 'kysely';
import { messageText } from '#domain/system-message-texts.ts';
import { oneLine } from '#domain/text.ts';
import type { Ticket } from '#domain/ticket.ts';
import type { Reader } from '../database/database.ts';
import { seen } from '../lifecycle/visibility.ts';

const PREVIEW_CHARACTERS = 140;

/** What a list of discussions says of each thread. */
export type ThreadSummary = Required<Pick<Ticket, 'unread' | 'last_message'>>;

/** Unread messages and the newest message of threads, by request, as one of their sides sees them. */
export async function summariesOf(
  db: Reader,
  personId: string,
  ticketIds: readonly string[],
): Promise<Map<string, ThreadSummary>> {
  const [unread, newest] = await Promise.all([
    countUnread(db, personId, ticketIds),
    newestOf(db, ticketIds),
  ]);
  return new Map(
    ticketIds.map((id) => [
      id,
      { unread: unread.get(id) ?? 0, last_message: newest.get(id) ?? null },
    ]),
  );
}

/** Messages of the other side that a person has not read, over all discussions in their list. */
export async function unreadOf(db: Reader, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('messages as m')
    .innerJoin('tickets as t', 't.id', 'm.ticket_id')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('t.developer_id', 'is not', null)
    .where(seen.isSide({ id: personId }))
    .where('m.author_id', '<>', personId)
    .where('m.is_read', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

async function countUnread(db: Reader, personId: string, ticketIds: readonly string[]) {
  if (ticketIds.length === 0) return new Map<string, number>();
  const rows = await db
    .selectFrom('messages')
    .select(['ticket_id', (query) => query.fn.countAll<number>().as('count')])
    .where('ticket_id', 'in', ticketIds)
    .where('author_id', '<>', personId)
    .where('is_read', '=', false)
    .groupBy('ticket_id')
    .execute();
  return new Map(rows.map(({ ticket_id, count }) => [ticket_id, count]));
}

async function newestOf(db: Reader, ticketIds: readonly string[]) {
  const rows = await db
    .selectFrom('tickets as t')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('messages as m')
          .select(['m.author_id', 'm.created_at', 'm.kind', 'm.parameters'])
          .select(['m.is_hidden', 'm.is_deleted'])
          // Twice as much, since white space is folded.
          .select(sql<string | null>`left(m.text, ${2 * PREVIEW_CHARACTERS}::int)`.as('text'))
          .whereRef('m.ticket_id', '=', 't.id')
          .orderBy('m.position', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select('t.id')
    .selectAll('newest')
    .where('t.id', '=', sql<string>`any(${[...ticketIds]}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ id, author_id, created_at, ...words }) => {
      return [id, { author_id, created_at, preview: previewOf(messageText(words)) }] as const;
    }),
  );
}

function previewOf(text: string): string {
  return [...oneLine(text).replace(/\s+/g, ' ')].slice(0, PREVIEW_CHARACTERS).join('');
}
