import { sql } from 'kysely';
import type { TicketMoney } from '#domain/billing.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { heldShare, milestoneOfRecord } from '../ledger/records.ts';
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
  const records = await recordsOf(db, ticketId);
  const held = records.filter(({ status }) => status === 'held');
  const released = records.filter(({ status }) => status === 'released');
  const refunded_cents = sum(records.map(({ back_cents }) => back_cents));
  if (side === 'developer') {
    const mine = held.filter(({ awarded_to }) => awarded_to === null || awarded_to === viewer.id);
    return {
      held_cents: sum(mine.map(heldShare)),
      released_cents: await earnedFrom(db, viewer.id, ticketId),
      refunded_cents,
      receipts: [],
    };
  }
  const paid = ({ price_cents, discount_cents, back_cents }: Money) =>
    price_cents - discount_cents - back_cents;
  return {
    held_cents: sum(held.map(paid)),
    released_cents: sum(released.map(paid)),
    refunded_cents,
    receipts: await receiptsWithTitles(db, records),
  };
}

type Money = Awaited<ReturnType<typeof recordsOf>>[number];

/** In a split the customer gets back first what they paid; a moderator's case comes on top. */
function recordsOf(db: Reader, ticketId: string) {
  return db
    .selectFrom('billing_records as b')
    .leftJoin('milestones as m', (join) => join.on('m.id', '=', milestoneOfRecord))
    .select(['b.id', 'b.status', 'b.price_cents', 'b.discount_cents', 'b.fee_cents'])
    .select(['m.title', 'b.awarded_cents', 'b.awarded_to'])
    .select(
      sql<number>`least(b.refunded_cents, b.price_cents - b.discount_cents) + b.case_refunded_cents`.as(
        'back_cents',
      ),
    )
    .where('b.ticket_id', '=', ticketId)
    .execute();
}

/** What a developer has of a request, less what a moderator took back. */
async function earnedFrom(db: Reader, developerId: string, ticketId: string): Promise<number> {
  const { total } = await db
    .selectFrom('billing_records as b')
    .innerJoin('ledger_entries as e', 'e.billing_record_id', 'b.id')
    .innerJoin('ledger_lines as l', 'l.entry_id', 'e.id')
    .select((query) => query.fn.sum<string>('l.amount_cents').as('total'))
    .where('b.ticket_id', '=', ticketId)
    .where('l.account', '=', 'developer')
    .where('l.owner_id', '=', developerId)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

async function receiptsWithTitles(db: Reader, records: Money[]): Promise<TicketMoney['receipts']> {
  const titles = new Map(records.map(({ id, title }) => [id, title]));
  const receipts = await receiptsOf(db, [...titles.keys()]);
  return receipts.map((receipt) => ({
    ...receipt,
    milestone_title: titles.get(receipt.billing_record_id) ?? null,
  }));
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, cents) => total + cents, 0);
}
