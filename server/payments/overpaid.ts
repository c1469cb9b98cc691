import { sql } from 'kysely';
import { overpaidLines } from '#domain/ledger.ts';
import type { Tx } from '../database/database.ts';
import { book } from '../ledger/ledger.ts';

// What others refund at the provider beyond what is owed is the platform's loss. It is none any more
// once the refund comes back, or the same is owed.

/** Begins the keys of these entries; then comes the refund's reference. */
const OVERPAID = 'overpaid:';

interface Overpaid {
  billing_record_id: string;
  reference: string;
  cents: number;
}

export function bookOverpaid(
  tx: Tx,
  { billing_record_id, reference, cents }: Overpaid,
): Promise<void> {
  return book(tx, {
    key: `${OVERPAID}${reference}`,
    kind: 'paid_back',
    billing_record_id,
    lines: overpaidLines(cents),
  });
}

/** @param why names what ends the loss: each does it once for a refund */
export function endOverpaid(
  tx: Tx,
  { billing_record_id, reference, cents, why }: Overpaid & { why: string },
): Promise<void> {
  return book(tx, {
    key: `${OVERPAID}${reference}:${why}`,
    kind: 'paid_back',
    billing_record_id,
    lines: overpaidLines(-cents),
  });
}

/** How much of each refund of a payment is a loss, in cents; only one of them where it is named. */
export async function overpaidBy(
  tx: Tx,
  { checkout_id, reference }: { checkout_id: string; reference?: string },
): Promise<{ reference: string; cents: number }[]> {
  const { rows } = await sql<{ reference: string; cents: number }>`
    select c.reference, -sum(l.amount_cents)::int as cents from provider_calls c
    join ledger_entries e on e.billing_record_id = c.billing_record_id
      and (e.key = ${OVERPAID} || c.reference or starts_with(e.key, ${OVERPAID} || c.reference || ':'))
    join ledger_lines l on l.entry_id = e.id and l.account = 'losses'
    where c.checkout_id = ${checkout_id} and c.kind = 'refund'
      and ${reference === undefined ? sql`true` : sql`c.reference = ${reference}`}
    group by c.key, c.reference having sum(l.amount_cents) < 0 order by c.settled_at`.execute(tx);
  return rows;
}

/** What others have refunded already, and what was a loss so far, counts for what is owed; in cents. */
export async function coverByHand(
  tx: Tx,
  owed: { checkout_id: string; billing_record_id: string; cents: number; why: string },
): Promise<number> {
  const { checkout_id, billing_record_id, why } = owed;
  let covered = 0;
  for (const { reference, cents } of await overpaidBy(tx, { checkout_id })) {
    const part = Math.min(cents, owed.cents - covered);
    if (part === 0) break;
    covered += part;
    await endOverpaid(tx, { billing_record_id, reference, cents: part, why });
  }
  return covered;
}
