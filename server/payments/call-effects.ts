import type { Selectable } from 'kysely';
import { paidOutLines, payoutLines, transferLines } from '#domain/ledger.ts';
import type { Tx } from '../database/database.ts';
import type { DB } from '../database/schema.ts';
import { book } from '../ledger/ledger.ts';
import type { Change } from '../lifecycle/change.ts';
import {
  askAgain,
  bookRefund,
  cover,
  reportFailedRefund,
  reportRefundedAlready,
} from './owed-refunds.ts';
import { showPayoutEnd, tellPayoutCameBack } from './payout-news.ts';
import { accountPaid } from './payout-readiness.ts';
import { RefundedAlready } from './provider.ts';
import { coverByHand } from './refunds-by-hand.ts';

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
      return bookRefund(tx, ofRefund(call), known(call.checkout_id));
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
  if (call.kind === 'payout') await bookFailedPayout(change, call);
  if (call.kind === 'refund') await bookRefusedRefund(change, call, error);
}

/** What was refunded by hand, and booked as a loss while this was asked for, is not owed. */
async function bookRefusedRefund(change: Change, call: Call, error: unknown): Promise<void> {
  const { tx } = change;
  const refund = ofRefund(call);
  const { key, billing_record_id, amount_cents: cents } = refund;
  const checkout_id = known(call.checkout_id);
  const covered = await coverByHand(tx, { checkout_id, billing_record_id, cents, why: key });
  if (covered > 0) await cover(tx, refund, covered);
  const owed = { ...refund, amount_cents: cents - covered };
  if (owed.amount_cents === 0) return;
  if (!(error instanceof RefundedAlready)) return reportFailedRefund(change, owed);
  await (covered > 0 ? askAgain(tx, key) : reportRefundedAlready(tx, owed));
}

function ofRefund({ key, billing_record_id, amount_cents }: Call) {
  return {
    key,
    billing_record_id: known(billing_record_id),
    amount_cents: known(amount_cents),
  };
}

async function keepPage(tx: Tx, call: Call): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ provider_reference: call.reference })
    .where('id', '=', known(call.checkout_id))
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
