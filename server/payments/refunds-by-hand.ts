import { lockRecord } from '../ledger/records.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { bookCall, type Call } from './call-effects.ts';
import { askForRest, coverCall } from './cover-call.ts';
import { coverFailedRefund, REFUNDED_ALREADY, takeOverRefund } from './failed-refunds.ts';
import { bookOverpaid, endOverpaid } from './overpaid.ts';
import type { Movement } from './provider.ts';
import { providerOf } from './providers.ts';
import { tellRefundedAgain } from './receipts.ts';

/**
 * Takes a refund that others have made of a payment of ours. What we owe and could not refund is settled
 * by it: by one of just that amount, or of another once a moderator has looked into it. What nobody owes
 * of that is the platform's loss.
 * @returns whether it is booked now
 */
export function takeByHand(
  context: Context,
  movement: Movement,
  isAccepted: boolean,
): Promise<boolean> {
  // One that failed is listed with nothing.
  if (movement.kind !== 'refund' || movement.amount_cents === 0) return Promise.resolve(false);
  return change(context, async (change) => {
    if (await takeOver(change, movement)) return true;
    return isAccepted && takeLoss(change, providerOf(context).name, movement);
  });
}

/** What was looked into, and nobody has refunded at the provider after all, is asked for again. */
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
    for (const { key } of forgotten) await askForRest(tx, key);
  });
}

async function takeOver(
  change: Change,
  { reference, payment_reference = '', amount_cents }: Movement,
): Promise<boolean> {
  const { tx } = change;
  const owed = await tx
    .selectFrom('provider_calls as c')
    .innerJoin('checkouts as p', 'p.id', 'c.checkout_id')
    .leftJoin('money_findings as f', (join) =>
      join.onRef('f.about', '=', 'c.key').on('f.kind', '=', REFUNDED_ALREADY),
    )
    .select(['c.key', 'c.billing_record_id'])
    .where('p.payment_reference', '=', payment_reference)
    .where('c.kind', '=', 'refund')
    .where('c.state', '=', 'failed')
    .where((is) =>
      is.or([
        is('c.amount_cents', '=', amount_cents),
        is.and([is('c.amount_cents', '<', amount_cents), is('f.resolved_at', 'is not', null)]),
      ]),
    )
    .orderBy('c.amount_cents', 'desc')
    .executeTakeFirst();
  if (!owed?.billing_record_id) return false;
  const { id } = await lockRecord(tx, owed.billing_record_id);
  const before = await tx
    .selectFrom('provider_calls')
    .select('amount_cents')
    .where('key', '=', owed.key)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  if (!before) return false;
  const call = await tx
    .updateTable('provider_calls')
    .set({ state: 'done', reference, amount_cents, settled_at: new Date() })
    .where('key', '=', owed.key)
    .returningAll()
    .executeTakeFirstOrThrow();
  await bookCall(change, call);
  const cents = amount_cents - (before.amount_cents ?? 0);
  if (cents > 0) await bookOverpaid(tx, { billing_record_id: id, reference, cents });
  await takeOverRefund(change, { key: call.key, billing_record_id: id, amount_cents });
  return true;
}

async function takeLoss(
  change: Change,
  provider: string,
  { reference, payment_reference = '', amount_cents }: Movement,
): Promise<boolean> {
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
    .returningAll()
    .executeTakeFirst();
  if (!call) return false;
  await bookCall(change, call);
  await bookOverpaid(tx, { billing_record_id, reference, cents: amount_cents });
  await settleOwed(change, call);
  return true;
}

/**
 * What is owed of the same payment, and was refused or not asked for yet, is settled by it, wholly or in
 * part: that is no loss.
 */
async function settleOwed(change: Change, byHand: Call): Promise<void> {
  const { tx } = change;
  const { checkout_id, reference } = byHand;
  const owed = await tx
    .selectFrom('provider_calls')
    .selectAll()
    .where('checkout_id', '=', checkout_id)
    .where('kind', '=', 'refund')
    .where((is) =>
      is.or([
        is('state', '=', 'failed'),
        is.and([
          is('state', '=', 'pending'),
          is('keyed_at', 'is', null),
          is('unclear', '=', false),
        ]),
      ]),
    )
    .orderBy('created_at')
    .forUpdate()
    .execute();
  let left = byHand.amount_cents ?? 0;
  for (const call of owed) {
    const { key, billing_record_id, amount_cents } = call;
    const cents = Math.min(left, amount_cents ?? 0);
    if (cents === 0 || billing_record_id === null || reference === null) continue;
    left -= cents;
    await endOverpaid(tx, { billing_record_id, reference, cents, why: key });
    await coverCall(tx, call, cents);
    const wasTold = call.state === 'failed' && (await coverFailedRefund(tx, call, cents));
    if (wasTold) await tellRefundedAgain(change, await lockRecord(tx, billing_record_id), cents);
  }
}
