import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { excerptOf, READ_FOR_EXCERPT } from '#domain/plain-text.ts';
import { messageText } from '#domain/system-message-texts.ts';
import type { Ticket } from '#domain/ticket.ts';
import type { Reader } from '../database/database.ts';
import { seen } from '../lifecycle/visibility.ts';

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
    newestOf(db, personId, ticketIds),
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
    .where(seen.isSide({ id: personId }))
    .where(seen.isInPairing({ id: personId }))
    .where('m.author_id', '<>', personId)
    .where('m.is_read', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

/** Messages of the other side that a person has not read, by request; none for a request without any. */
export async function countUnread(
  db: Reader,
  personId: string,
  ticketIds: readonly string[],
): Promise<Map<string, number>> {
  if (ticketIds.length === 0) return new Map<string, number>();
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('tickets as t', 't.id', 'm.ticket_id')
    .select(['m.ticket_id', (query) => query.fn.countAll<number>().as('count')])
    .where('m.ticket_id', 'in', ticketIds)
    .where(seen.isInPairing({ id: personId }))
    .where('m.author_id', '<>', personId)
    .where('m.is_read', '=', false)
    .groupBy('m.ticket_id')
    .execute();
  return new Map(rows.map(({ ticket_id, count }) => [ticket_id, count]));
}

/**
 * Of each conversation that the person reads, and of what was said to the request itself, the newest
 * message, and of these the newest.
 */
async function newestOf(db: Reader, personId: string, ticketIds: readonly string[]) {
  const asked = sql<boolean>`t.id = any(${[...ticketIds]}::uuid[])`;
  const ofPairings = db
    .selectFrom('tickets as t')
    .innerJoin('pairings as p', 'p.ticket_id', 't.id')
    .innerJoinLateral(newestWhere(db, sql`m.pairing_id = p.id`), (join) => join.onTrue())
    .select('t.id')
    .selectAll('newest')
    .where(asked)
    .where(seen.readsPairing({ id: personId }));
  const ofRequests = db
    .selectFrom('tickets as t')
    .innerJoinLateral(newestWhere(db, sql`m.pairing_id is null`), (join) => join.onTrue())
    .select('t.id')
    .selectAll('newest')
    .where(asked);
  const rows = await ofPairings.unionAll(ofRequests).orderBy('position').execute();
  // Of one request the last stays.
  return new Map(
    rows.map(({ id, position: _, author_id, created_at, ...words }) => {
      return [id, { author_id, created_at, preview: excerptOf(messageText(words)) }] as const;
    }),
  );
}

/** Of a request `t`. */
function newestWhere(db: Reader, whose: RawBuilder<SqlBool>) {
  return db
    .selectFrom('messages as m')
    .select(['m.position', 'm.author_id', 'm.created_at', 'm.kind', 'm.parameters'])
    .select(['m.is_hidden', 'm.is_deleted'])
    .select(sql<string | null>`left(m.text, ${READ_FOR_EXCERPT}::int)`.as('text'))
    .where(sql<boolean>`m.ticket_id = t.id`)
    .where(whose)
    .orderBy('m.position', 'desc')
    .limit(1)
    .as('newest');
}
