import type { TicketMoney } from '#domain/billing.ts';
import { placesFor } from '#domain/record-money.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { moneyNow, moneyOfTickets } from '../ledger/record-money.ts';
import { milestoneOfRecord } from '../ledger/records.ts';
import { asOneSide } from '../lifecycle/visibility.ts';
import { receiptsOf } from './queries.ts';

/**
 * Where the money of a request is, counted from its billing records and the ledger, so that it
 * includes milestones that have left the plan.
 * @throws Refusal `not_found` for anyone but its two sides
 */
export async function ticketMoney(
  db: Reader,
  viewer: Viewer,
  ticketId: string,
): Promise<TicketMoney> {
  const side = await asOneSide(db, viewer, ticketId);
  const money = moneyNow(await moneyOfTickets(db, [ticketId]));
  return {
    ...placesFor({ side, id: viewer.id }, money),
    receipts: side === 'customer' ? await receiptsWithTitles(db, ticketId) : [],
  };
}

async function receiptsWithTitles(db: Reader, ticketId: string): Promise<TicketMoney['receipts']> {
  const records = await db
    .selectFrom('billing_records as b')
    .leftJoin('milestones as m', (join) => join.on('m.id', '=', milestoneOfRecord))
    .select(['b.id', 'm.title'])
    .where('b.ticket_id', '=', ticketId)
    .execute();
  const titles = new Map(records.map(({ id, title }) => [id, title]));
  const receipts = await receiptsOf(db, [...titles.keys()]);
  return receipts.map((receipt) => ({
    ...receipt,
    milestone_title: titles.get(receipt.billing_record_id) ?? null,
  }));
}
