import { sql } from 'kysely';
import { paidBackLines, paidElsewhereLines } from '#domain/ledger.ts';
import { formatCents } from '#domain/money.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { report, resolve } from '../ledger/findings.ts';
import { book } from '../ledger/ledger.ts';
import { lockRecord } from '../ledger/records.ts';
import type { Change } from '../lifecycle/change.ts';
import { payerOf, tellPaidElsewhere, tellRefundedAgain, tellRefundFailed } from './receipts.ts';

// What is owed to a customer is a call of kind `refund` that is pending or failed. It ends by that call; or
// without it, wholly or in part, once they have the money another way: then it is covered.

/** Of money findings: a refund could not be made, and its customer was told. */
export const REFUND_FAILED = 'refund_failed';
/** Of money findings: the provider refused a refund as the payment was refunded already. */
export const REFUNDED_ALREADY = 'refunded_already';

/** A refund's call to the provider. */
export interface RefundCall {
  key: string;
  billing_record_id: string;
  amount_cents: number;
}

/** The provider has made it; the payment is refunded once all of it has gone back. */
export async function bookRefund(
  tx: Tx,
  { key, billing_record_id, amount_cents }: RefundCall,
  checkoutId: string,
): Promise<void> {
  await book(tx, {
    key: `call:${key}`,
    kind: 'paid_back',
    billing_record_id,
    lines: paidBackLines(amount_cents),
  });
  const { total } = await tx
    .selectFrom('provider_calls')
    .select((query) => query.fn.sum<string>('amount_cents').as('total'))
    .where('checkout_id', '=', checkoutId)
    .where('kind', '=', 'refund')
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('checkouts')
    .set({ status: 'refunded' })
    .where('id', '=', checkoutId)
    .where('status', '=', 'paid')
    .where('charge_cents', '=', Number(total))
    .execute();
}

/** The money is still owed: a person has to pay it back another way, and the customer is told. */
export async function reportFailedRefund(change: Change, owed: RefundCall): Promise<void> {
  await reportOwed(change.tx, owed);
  const record = await lockRecord(change.tx, owed.billing_record_id);
  await tellRefundFailed(change, record, owed.amount_cents);
}

async function reportOwed(
  tx: Tx,
  { key, billing_record_id, amount_cents }: RefundCall,
): Promise<void> {
  const payer = await payerOf(tx, await lockRecord(tx, billing_record_id));
  const who = payer ? '' : ' The customer has left: the payment provider knows who paid.';
  await report(tx, {
    kind: REFUND_FAILED,
    about: key,
    detail: `${formatCents(amount_cents)} could not go back to where the customer paid from; pay it back another way.${who}`,
  });
}

/** The customer may have the money, by a refund that somebody has made: a person has to look. */
export function reportRefundedAlready(tx: Tx, { key, amount_cents }: RefundCall): Promise<void> {
  return report(tx, {
    kind: REFUNDED_ALREADY,
    about: key,
    detail: `${formatCents(amount_cents)} were to go back, and the payment was refunded already. Look up by whom.`,
  });
}

/**
 * The customer has `cents` of a payment another way: from their bank, or by a refund that somebody has made
 * by hand. That covers what is owed of it, first of just that amount, then the oldest.
 * @returns how much of it was owed
 */
export async function coverOwed(
  change: Change,
  checkoutId: string,
  { cents, by }: { cents: number; by: 'bank' | 'hand' },
): Promise<number> {
  const { tx } = change;
  const owed = await tx
    .selectFrom('provider_calls')
    .select(['key', 'billing_record_id', 'amount_cents', 'state'])
    .select(sql<boolean>`state = 'pending' and (keyed_at is not null or unclear)`.as('may_be_made'))
    .where('checkout_id', '=', checkoutId)
    .where('kind', '=', 'refund')
    .where('state', 'in', ['pending', 'failed'])
    .orderBy(({ eb }) => eb('amount_cents', '=', cents), 'desc')
    .orderBy('created_at')
    .$narrowType<RefundCall>()
    .forUpdate()
    .execute();
  let covered = 0;
  for (const each of owed) {
    const part = Math.min(each.amount_cents, cents - covered);
    if (part === 0) continue;
    // As it was asked for; the provider makes none of a payment that a bank has taken.
    if (each.may_be_made && (by === 'hand' || part < each.amount_cents)) continue;
    covered += part;
    await cover(tx, each, part);
    const wasTold = each.state === 'failed' && (await endFailure(tx, each, part));
    if (wasTold && by === 'hand')
      await tellRefundedAgain(change, await lockRecord(tx, each.billing_record_id), part);
  }
  return covered;
}

/** So much of a refund is settled without it: it is made no more, or for less. */
export async function cover(
  tx: Tx,
  { key, amount_cents }: Pick<RefundCall, 'key' | 'amount_cents'>,
  cents: number,
): Promise<void> {
  if (cents === amount_cents)
    await tx
      .updateTable('provider_calls')
      .set({ state: 'covered', settled_at: new Date() })
      .where('key', '=', key)
      .execute();
  else
    await sql`update provider_calls set amount_cents = amount_cents - ${cents},
      request = request || jsonb_build_object('amount_cents', amount_cents - ${cents})
      where key = ${key}`.execute(tx);
}

/**
 * Once `cents` of a failed refund are covered. The rest of one that was refused only as it was too much is
 * asked for.
 * @returns whether the customer was told that it had failed
 */
async function endFailure(tx: Tx, owed: RefundCall, cents: number): Promise<boolean> {
  const { key } = owed;
  await resolve(tx, REFUNDED_ALREADY, [key]);
  const wasTold = await resolve(tx, REFUND_FAILED, [key]);
  const amount_cents = owed.amount_cents - cents;
  if (amount_cents > 0)
    await (wasTold ? reportOwed(tx, { ...owed, amount_cents }) : askAgain(tx, key));
  return wasTold;
}

/** Asks for a refund that the provider has refused, or for what is left of it. */
export async function askAgain(tx: Tx, key: string): Promise<void> {
  await tx
    .updateTable('provider_calls')
    .set(({ eb }) => ({
      state: 'pending',
      settled_at: null,
      // Its key stands for another amount there.
      generation: eb('generation', '+', 1),
      keyed_at: null,
    }))
    .where('key', '=', key)
    .execute();
  await enqueueJob(tx, 'provider-call', { key });
}

/**
 * Books that a failed refund was paid back another way, and tells the customer. Nothing where their own
 * bank has made it meanwhile.
 * @param key of the provider call
 */
export async function bookPaidElsewhere(change: Change, key: string): Promise<void> {
  const { tx } = change;
  const failed = await tx
    .selectFrom('provider_calls')
    .select('billing_record_id')
    .where('key', '=', key)
    .where('kind', '=', 'refund')
    .executeTakeFirst();
  if (!failed?.billing_record_id) return;
  const record = await lockRecord(tx, failed.billing_record_id);
  const paid = await tx
    .updateTable('provider_calls')
    .set({ state: 'covered', settled_at: new Date() })
    .where('key', '=', key)
    .where('state', '=', 'failed')
    .returning('amount_cents')
    .executeTakeFirst();
  if (!paid?.amount_cents) return;
  const { amount_cents } = paid;
  await book(tx, {
    key: `paid_elsewhere:${key}`,
    kind: 'paid_elsewhere',
    billing_record_id: record.id,
    lines: paidElsewhereLines(amount_cents),
  });
  await tellPaidElsewhere(change, record, amount_cents);
}
