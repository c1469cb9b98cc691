import { type Selectable, sql } from 'kysely';
import type { MilestoneSnapshot } from '#domain/plan-difference.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Tx } from '../database/database.ts';
import type { DB } from '../database/schema.ts';
import { type LockedTicket, lockTicket } from './locked.ts';

/** A quote as stored. */
export type QuoteRow = Selectable<DB['quotes']>;

/** What an author writes: words, and a plan. */
export interface QuoteContent {
  message: string;
  milestones: readonly MilestoneSnapshot[];
}

/**
 * SQL for whether words of a quote, which became messages with its choice, are hidden there by now. The three
 * are columns: their request, author and time.
 */
export function hiddenInThread(ticketId: string, authorId: string, at: string) {
  return sql<boolean>`exists (select from messages said where said.ticket_id = ${sql.ref(ticketId)}
    and said.is_hidden and said.author_id = ${sql.ref(authorId)} and said.created_at = ${sql.ref(at)})`;
}

/**
 * Locks the request of a quote.
 * @throws Refusal `not_found`
 */
export async function lockTicketOfQuote(
  tx: Tx,
  quoteId: string,
): Promise<{ locked: LockedTicket; quote: QuoteRow }> {
  const found = await tx
    .selectFrom('quotes')
    .select('ticket_id')
    .where('id', '=', quoteId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const locked = await lockTicket(tx, found.ticket_id);
  // Under the lock, so that it is as whoever came before has left it.
  const quote = await tx
    .selectFrom('quotes')
    .selectAll()
    .where('id', '=', quoteId)
    .executeTakeFirstOrThrow();
  return { locked, quote };
}
