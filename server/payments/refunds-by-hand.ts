import { sql } from 'kysely';
import { overpaidLines } from '#domain/ledger.ts';
import type { Tx } from '../database/database.ts';
import { book } from '../ledger/ledger.ts';
import { lockRecord } from '../ledger/records.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { askAgain, cover, type RefundCall } from './owed-refunds.ts';

// Somebody refunds a payment of ours at the provider, past us, and the comparison finds that. It covers what is
// owed of that payment. What is not owed is the platform's loss, until the same is owed later, or the refund
// comes back.

/**
 * Of a refund by hand, what nobody owed.
 * @param key the refund's reference, then what ends its loss: each does so once
 */
export function bookLoss(
  tx: Tx,
  { billing_record_id, key, cents }: { billing_record_id: string; key: string; cents: number },
): Promise<void> {
  return book(tx, {
    key: `${OVERPAID}${key}`,
    kind: 'paid_back',
    billing_record_id,
    lines: overpaidLines(cents),
  });
}

const OVERPAID = 'overpaid:';

/** How much of each refund by hand of a payment is a loss, in cents. */
export async function lostByHand(
  tx: Tx,
  checkoutId: string,
): Promise<{ reference: string; cents: number }[]> {
  const { rows } = await sql<{ reference: string; cents: number }>`
    select c.reference, -sum(l.amount_cents)::int as cents from provider_calls c
    join ledger_entries e on e.billing_record_id = c.billing_record_id
      and (e.key = ${OVERPAID} || c.reference or starts_with(e.key, ${OVERPAID} || c.reference || ':'))
    join ledger_lines l on l.entry_id = e.id and l.account = 'losses'
    where c.checkout_id = ${checkoutId} and c.kind = 'refund'
    group by c.key, c.reference having sum(l.amount_cents) < 0 order by c.settled_at`.execute(tx);
  return rows;
}

/** What was refunded by hand, and was a loss so far, counts for what is owed of the payment now; in cents. */
export async function coverByHand(
  tx: Tx,
  owed: { checkout_id: string; billing_record_id: string; cents: number; why: string },
): Promise<number> {
  const { checkout_id, billing_record_id, why } = owed;
  let covered = 0;
  for (const { reference, cents } of await lostByHand(tx, checkout_id)) {
    const part = Math.min(cents, owed.cents - covered);
    if (part === 0) break;
    covered += part;
    await bookLoss(tx, { billing_record_id, key: `${reference}:${why}`, cents: -part });
  }
  return covered;
}

/** The bank has sent a refund back: what was a loss of it is nobody's again, and not owed; in cents. */
export async function endLoss(
  tx: Tx,
  call: RefundCall & { checkout_id: string; reference: string },
): Promise<number> {
  const { checkout_id, billing_record_id, reference } = call;
  await lockRecord(tx, billing_record_id);
  const lost = (await lostByHand(tx, checkout_id)).find((each) => each.reference === reference);
  if (!lost) return 0;
  await bookLoss(tx, { billing_record_id, key: `${reference}:came back`, cents: -lost.cents });
  await cover(tx, call, lost.cents);
  return lost.cents;
}

/** What was refused as refunded already, and looked into, and nobody has refunded after all, is asked for again. */
export function askForForgotten(context: Context): Promise<void> {
  return change(context, async ({ tx }) => {
    const forgotten = await tx
      .selectFrom('provider_calls as c')
      .select('c.key')
      .where('c.kind', '=', 'refund')
      .where('c.state', '=', 'failed')
      .where('c.reference', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('money_findings as f')
              .select('f.id')
              .whereRef('f.about', '=', 'c.key')
              .where('f.resolved_at', 'is', null),
          ),
        ),
      )
      .orderBy('c.key')
      .forUpdate()
      .execute();
    for (const { key } of forgotten) await askAgain(tx, key);
  });
}
