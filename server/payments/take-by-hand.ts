import type { Tx } from '../database/database.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { endLostHold, lockedRecord } from './disputes.ts';
import { bookRefund, coverOwed, REFUNDED_ALREADY } from './owed-refunds.ts';
import type { Movement } from './provider.ts';
import { providerOf } from './providers.ts';
import { bookLoss } from './refunds-by-hand.ts';

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
    const about = await lockedRecord(tx, paid.id);
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
    await endLostHold(change, about, paid.id);
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
