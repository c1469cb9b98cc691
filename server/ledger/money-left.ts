import { sql } from 'kysely';
import type { Facts } from '#domain/rule-facts.ts';
import type { Reader } from '../database/database.ts';

/** What the customer has paid and can still get back, in cents. */
interface MoneyLeft {
  held_cents: number;
  released_cents: number;
  /** A dispute over released money has to be decided first. */
  disputed: boolean;
}

/** What is left of each billing record of a request, by the record's id. */
export async function moneyLeft(db: Reader, ticketId: string): Promise<Map<string, MoneyLeft>> {
  const rows = await db
    .selectFrom('billing_records as b')
    .select(['b.id', heldLeft.as('held_cents'), releasedLeft.as('released_cents')])
    .select(
      sql<boolean>`${releasedLeft} > 0 and exists (select from disputes d
        where d.billing_record_id = b.id and ${undecidedDispute()})`.as('disputed'),
    )
    .where('b.ticket_id', '=', ticketId)
    .execute();
  return new Map(rows.map(({ id, ...left }) => [id, left]));
}

/** The sum over all records of a request. */
export function allMoneyLeft(records: ReadonlyMap<string, MoneyLeft>): MoneyLeft {
  const all = [...records.values()];
  return {
    held_cents: all.reduce((sum, { held_cents }) => sum + held_cents, 0),
    released_cents: all.reduce((sum, { released_cents }) => sum + released_cents, 0),
    disputed: all.some(({ disputed }) => disputed),
  };
}

/** The same as facts for the rulebook. */
export function moneyFacts(left: MoneyLeft | undefined): Pick<Facts, 'money_left' | 'disputed'> {
  if (!left) return {};
  return { money_left: left.held_cents + left.released_cents > 0, disputed: left.disputed };
}

/**
 * A dispute (`d`, of the record `b`) that is open, or lost while nobody bears the loss yet. A
 * dispute over a payment that was simply refunded does not concern the record.
 */
export function undecidedDispute() {
  return sql<boolean>`((d.state = 'open' or (d.state = 'lost' and d.borne_by is null
      and b.released_cents > b.case_refunded_cents and ${lostByDispute} > 0))
    and not exists (select from checkouts c where c.id = d.checkout_id and c.status = 'returned'))`;
}

/** Begins the keys of entries by which a lost dispute pays what is owed only later. */
export const COVER = 'dispute_covers:';

/**
 * What a lost dispute (`d`) took in cents, beyond what was owed to the customer anyway, also later: a
 * part of a payment that is lost while all of it is held is a loss only until the hold ends.
 */
export const lostByDispute = sql<number>`coalesce((select -sum(l.amount_cents) from ledger_entries e
  join ledger_lines l on l.entry_id = e.id and l.account = 'losses'
  where e.billing_record_id = d.billing_record_id and (e.key = 'dispute_lost:' || d.reference
    or starts_with(e.key, ${COVER} || d.reference || ':'))), 0)::int`;

const heldLeft = sql<number>`case b.status when 'held' then b.price_cents - b.discount_cents else 0 end`;

/** In a split the customer gets back first what they paid. */
const releasedLeft = sql<number>`case b.status when 'released' then
  greatest(0, least(b.price_cents - b.discount_cents - b.refunded_cents, b.released_cents)
    - b.case_refunded_cents) else 0 end`;

/** What the customer has paid for a record (`b`) and can still get back, in cents. */
export const centsLeft = sql<number>`(${heldLeft} + ${releasedLeft})`;
