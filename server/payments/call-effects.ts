import type { Selectable } from 'kysely';
import { paidBackLines, paidOutLines, payoutLines, transferLines } from '#domain/ledger.ts';
import type { Tx } from '../database/database.ts';
import type { DB } from '../database/schema.ts';
import { book, isBooked } from '../ledger/ledger.ts';
import type { Change } from '../lifecycle/change.ts';
import { askForRest, coverCall } from './cover-call.ts';
import { reportFailedRefund, reportRefundedAlready } from './failed-refunds.ts';
import { coverByHand } from './overpaid.ts';
import { showPayoutEnd, tellPayoutCameBack } from './payout-news.ts';
import { accountPaid } from './payout-readiness.ts';
import { RefundedAlready } from './provider.ts';

/** A call to the provider with its result. */
export type Call = Selectable<DB['provider_calls']>;

/** Books what the provider did, in the transaction that stores its answer. */
export async function bookCall(change: Change, call: Call): Promise<void> {
  const { tx } = change;
  switch (call.kind) {
    case 'checkout':
      return keepPage(tx, call);
    case 'expire':
      return;
    case 'refund':
      return bookRefund(tx, call);
    case 'transfer':
    case 'reversal':
      return bookTransfer(tx, call);
    case 'payout':
      return bookPayout(change, call);
    case 'account':
      return keepAccount(tx, call);
  }
}

/** The same for what the provider refused. */
export async function bookFailure(change: Change, call: Call, error: unknown): Promise<void> {
  const { tx } = change;
  if (call.kind === 'payout') await bookFailedPayout(change, call);
  if (call.kind !== 'refund') return;
  const { key } = call;
  const cents = known(call.amount_cents);
  const billing_record_id = known(call.billing_record_id);
  const checkout_id = known(call.checkout_id);
  // Booked as a loss while this was asked for.
  const covered = await coverByHand(tx, { checkout_id, billing_record_id, cents, why: key });
  if (covered > 0) await coverCall(tx, call, covered);
  const amount_cents = cents - covered;
  if (amount_cents === 0) return;
  const isRefundedAlready = error instanceof RefundedAlready;
  if (isRefundedAlready && covered > 0) return askForRest(tx, key);
  const refund = { key, billing_record_id, amount_cents };
  await (isRefundedAlready
    ? reportRefundedAlready(change, refund)
    : reportFailedRefund(change, refund));
}

async function keepPage(tx: Tx, call: Call): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ provider_reference: call.reference })
    .where('id', '=', known(call.checkout_id))
    .execute();
}

async function bookRefund(tx: Tx, call: Call): Promise<void> {
  const billing_record_id = known(call.billing_record_id);
  const checkout_id = known(call.checkout_id);
  const key = `call:${call.key}`;
  await book(tx, {
    // Once more where a refund came back and somebody has made it by hand.
    key: (await isBooked(tx, key)) ? `paid_back:${known(call.reference)}` : key,
    kind: 'paid_back',
    billing_record_id,
    lines: paidBackLines(known(call.amount_cents)),
  });
  const { total } = await tx
    .selectFrom('provider_calls')
    .select((query) => query.fn.sum<string>('amount_cents').as('total'))
    .where('checkout_id', '=', checkout_id)
    .where('kind', '=', 'refund')
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('checkouts')
    .set({ status: 'refunded' })
    .where('id', '=', checkout_id)
    .where('status', '=', 'paid')
    .where('charge_cents', '=', Number(total))
    .execute();
}

async function bookTransfer(tx: Tx, call: Call): Promise<void> {
  const cents = known(call.amount_cents);
  await book(tx, {
    key: `call:${call.key}`,
    kind: call.kind === 'transfer' ? 'transfer' : 'reversal',
    billing_record_id: known(call.billing_record_id),
    lines: transferLines(known(call.developer_id), call.kind === 'transfer' ? cents : -cents),
  });
}

async function bookPayout(change: Change, call: Call): Promise<void> {
  const { tx } = change;
  const payout_id = known(call.payout_id);
  await tx
    .updateTable('payouts')
    .set({ status: 'paid', settled_at: new Date() })
    .where('id', '=', payout_id)
    .execute();
  await book(tx, {
    key: `call:${call.key}`,
    kind: 'paid_out',
    payout_id,
    lines: paidOutLines(known(call.developer_id), known(call.amount_cents)),
  });
  if ('account' in call.request) await accountPaid(change, call.request.account);
  showPayoutEnd(change, known(call.developer_id));
}

/** The developer has their money back, reads so and can request it again. */
async function bookFailedPayout(change: Change, call: Call): Promise<void> {
  const { tx } = change;
  const payout_id = known(call.payout_id);
  await tx
    .updateTable('payouts')
    .set({ status: 'failed', settled_at: new Date() })
    .where('id', '=', payout_id)
    .execute();
  await book(tx, {
    key: `payout_failed:${payout_id}`,
    kind: 'payout_failed',
    payout_id,
    lines: payoutLines(known(call.developer_id), -known(call.amount_cents)),
  });
  await tellPayoutCameBack(change, known(call.developer_id), known(call.amount_cents));
}

async function keepAccount(tx: Tx, call: Call): Promise<void> {
  await tx
    .insertInto('payout_accounts')
    .values({
      developer_id: known(call.developer_id),
      provider: call.provider,
      reference: known(call.reference),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a call to the provider lacks what it is about');
  return value;
}
