import { sql } from 'kysely';
import { overpaidLines } from '#domain/ledger.ts';
import type { Tx } from '../database/database.ts';
import { book } from '../ledger/ledger.ts';
import { lockRecord } from '../ledger/records.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import {
  askAgain,
  bookRefund,
  cover,
  coverOwed,
  REFUNDED_ALREADY,
  type RefundCall,
} from './owed-refunds.ts';
import type { Movement } from './provider.ts';
import { providerOf } from './providers.ts';

// Somebody refunds a payment of ours at the provider, past us, and the comparison finds that. It covers what is
// owed of that payment. What is not owed is the platform's loss, until the same is owed later, or the refund
// comes back.

/**
 * Books a refund by hand: by itself where just that is owed and has failed, another once a moderator has looked
 * into it.
 * @returns whether it is booked now
 */
export function takeByHand(
  context: Context,
  { kind, reference, payment_reference = '', amount_cents }: Movement,
  isAccepted: boolean,
): Promise<boolean> {
  // One that failed is listed with nothing.
  if (kind !== 'refund' || amount_cents === 0) return Promise.resolve(false);
  const provider = providerOf(context).name;
  return change(context, async (change) => {
    const { tx } = change;
    const paid = await tx
      .selectFrom('checkouts')
      .select(['id', 'billing_record_id', 'created_at'])
      .where('provider', '=', provider)
      .where('payment_reference', '=', payment_reference)
      .executeTakeFirst();
    if (!paid) return false;
    const { billing_record_id } = paid;
    await lockRecord(tx, billing_record_id);
    if (!isAccepted && !(await isExpected(tx, paid.id, amount_cents))) return false;
    const call = await tx
      .insertInto('provider_calls')
      .values({
        key: `by_hand:${reference}`,
        provider,
        kind: 'refund',
        checkout_id: paid.id,
        billing_record_id,
        amount_cents,
        request: JSON.stringify({ kind: 'refund', payment_reference, amount_cents }),
        state: 'done',
        reference,
        // When it was made is not known: not before the payment's page was opened.
        created_at: paid.created_at,
        settled_at: new Date(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!call) return false;
    await bookRefund(tx, { key: call.key, billing_record_id, amount_cents }, paid.id);
    const owed = await coverOwed(change, paid.id, { cents: amount_cents, by: 'hand' });
    const cents = amount_cents - owed;
    if (cents > 0) await bookLoss(tx, { billing_record_id, key: reference, cents });
    return true;
  });
}

/** Whether just that is owed, and has failed; or less, and a moderator knows by whom it was refunded already. */
async function isExpected(tx: Tx, checkoutId: string, cents: number): Promise<boolean> {
  const owed = await tx
    .selectFrom('provider_calls as c')
    .leftJoin('money_findings as f', (join) =>
      join.onRef('f.about', '=', 'c.key').on('f.kind', '=', REFUNDED_ALREADY),
    )
    .select('c.key')
    .where('c.checkout_id', '=', checkoutId)
    .where('c.kind', '=', 'refund')
    .where('c.state', '=', 'failed')
    .where((is) =>
      is.or([
        is('c.amount_cents', '=', cents),
        is.and([is('c.amount_cents', '<', cents), is('f.resolved_at', 'is not', null)]),
      ]),
    )
    .executeTakeFirst();
  return owed !== undefined;
}

/** @param key the refund's reference, then what ends its loss: each does so once */
function bookLoss(
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
