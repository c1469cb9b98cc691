import { sql } from 'kysely';
import { paidBackLines, sentBackLines } from '#domain/ledger.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Tx } from '../database/database.ts';
import { report } from '../ledger/findings.ts';
import { book } from '../ledger/ledger.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Call } from './call-effects.ts';
import { reportFailedRefund } from './failed-refunds.ts';
import { tellPayoutCameBack } from './payout-news.ts';
import type { FailedPayout, FailedRefund } from './provider.ts';

/** A refund that the provider accepted and could not make: it is owed again. */
export async function takeFailedRefund(
  change: Change,
  provider: string,
  { reference, payment_reference }: FailedRefund,
): Promise<void> {
  const { tx } = change;
  const from = { field: 'payment_reference', value: payment_reference } as const;
  const call = await failed(tx, { provider, reference, kind: 'refund', from });
  if (!call?.billing_record_id || !call.amount_cents) return;
  await book(tx, {
    key: `refund_failed:${reference}`,
    kind: 'refund_failed',
    billing_record_id: call.billing_record_id,
    lines: paidBackLines(-call.amount_cents),
  });
  await tx
    .updateTable('checkouts')
    .set({ status: 'paid' })
    .where('id', '=', call.checkout_id)
    .where('status', '=', 'refunded')
    .execute();
  const { key, billing_record_id, amount_cents } = call;
  await reportFailedRefund(change, { key, billing_record_id, amount_cents });
}

/** A payout that the developer's bank returned: they read so and can request it again. */
export async function takeFailedPayout(
  change: Change,
  provider: string,
  { reference, account }: FailedPayout,
): Promise<void> {
  const { tx } = change;
  const from = { field: 'account', value: account } as const;
  const call = await failed(tx, { provider, reference, kind: 'payout', from });
  if (!call?.payout_id || !call.developer_id || !call.amount_cents) return;
  await tx
    .updateTable('payouts')
    .set({ status: 'failed', settled_at: new Date() })
    .where('id', '=', call.payout_id)
    .execute();
  await book(tx, {
    key: `payout_failed:${call.payout_id}`,
    kind: 'payout_failed',
    payout_id: call.payout_id,
    lines: sentBackLines(call.developer_id, call.amount_cents),
  });
  if (await tellPayoutCameBack(change, call.developer_id, call.amount_cents)) return;
  // Banks take days to return money; by then the account may be deleted.
  await report(tx, {
    kind: 'payout_failed',
    about: call.key,
    detail: 'The developer has left, and their bank sent their last payout back.',
  });
}

interface Sought {
  provider: string;
  reference: string;
  kind: 'refund' | 'payout';
  /** What a call of ours asked that made it, as far as is known. */
  from: { field: 'account' | 'payment_reference'; value: string | null };
}

/**
 * The completed call that failed later. None: it is not ours.
 * @throws Refusal `unavailable` while it may be of a call whose reference is not known yet
 */
async function failed(
  tx: Tx,
  { provider, reference, kind, from }: Sought,
): Promise<Call | undefined> {
  const call = await tx
    .updateTable('provider_calls')
    .set({ state: 'failed', settled_at: new Date() })
    .where('provider', '=', provider)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .where('state', '=', 'done')
    .returningAll()
    .executeTakeFirst();
  if (call) return call;
  const underWay = await tx
    .selectFrom('provider_calls')
    .select('key')
    .where('provider', '=', provider)
    .where('kind', '=', kind)
    .where('state', '=', 'pending')
    .where('tries', '>', 0)
    .$if(from.value !== null, (query) =>
      query.where(sql<boolean>`request ->> ${from.field} = ${from.value}`),
    )
    .executeTakeFirst();
  if (underWay) throw new Refusal('unavailable');
  return undefined;
}
