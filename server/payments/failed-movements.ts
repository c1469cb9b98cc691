import { sql } from 'kysely';
import { paidBackLines, paidOutElsewhereLines, sentBackLines } from '#domain/ledger.ts';
import { formatCents } from '#domain/money.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { report } from '../ledger/findings.ts';
import { balance, book, isBooked } from '../ledger/ledger.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockPerson } from '../lifecycle/locked.ts';
import type { Call } from './call-effects.ts';
import { reportFailedRefund } from './owed-refunds.ts';
import { tellPayoutCameBack } from './payout-news.ts';
import type { FailedPayout, FailedRefund } from './provider.ts';
import { endLoss } from './refunds-by-hand.ts';

/** A refund that the provider accepted and could not make: it is owed again. */
export async function takeFailedRefund(
  change: Change,
  provider: string,
  { reference, payment_reference }: FailedRefund,
): Promise<void> {
  const { tx } = change;
  const from = { field: 'payment_reference', value: payment_reference } as const;
  const call = await failed(tx, { provider, reference, kind: 'refund', from });
  if (!call?.billing_record_id || !call.checkout_id || !call.amount_cents) return;
  const { key, billing_record_id, checkout_id } = call;
  await book(tx, {
    key: `refund_failed:${reference}`,
    kind: 'refund_failed',
    billing_record_id,
    lines: paidBackLines(-call.amount_cents),
  });
  await tx
    .updateTable('checkouts')
    .set({ status: 'paid' })
    .where('id', '=', checkout_id)
    .where('status', '=', 'refunded')
    .execute();
  const refund = { key, billing_record_id, amount_cents: call.amount_cents };
  const amount_cents =
    call.amount_cents - (await endLoss(tx, { ...refund, checkout_id, reference }));
  if (amount_cents > 0) await reportFailedRefund(change, { key, billing_record_id, amount_cents });
}

/** Of money findings: a payout came back once the developer had left. */
export const PAYOUT_FAILED = 'payout_failed';

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
    kind: PAYOUT_FAILED,
    about: call.key,
    detail: `The developer has left, and their bank sent their last payout of ${formatCents(call.amount_cents)} back.`,
  });
}

/**
 * Books that somebody who has left was paid what their bank had sent back another way: as much of it as
 * is still theirs. The next settling takes back what lies in their account at the provider.
 * @param key of the provider call
 */
export async function bookPayoutElsewhere(change: Change, key: string): Promise<void> {
  const { tx } = change;
  const call = await tx
    .selectFrom('provider_calls')
    .select(['developer_id', 'payout_id', 'amount_cents'])
    .where('key', '=', key)
    .where('kind', '=', 'payout')
    .where('state', '=', 'failed')
    .executeTakeFirst();
  if (!call?.developer_id || !call.payout_id) return;
  const { developer_id, payout_id } = call;
  await lockPerson(tx, developer_id);
  const entry_key = `paid_elsewhere:${key}`;
  if (await isBooked(tx, entry_key)) return;
  const cents = Math.min(call.amount_cents ?? 0, await balance(tx, 'developer', developer_id));
  if (cents <= 0) return;
  await book(tx, {
    key: entry_key,
    kind: 'paid_elsewhere',
    payout_id,
    lines: paidOutElsewhereLines(developer_id, cents),
  });
  await enqueueJob(tx, 'settle', { developer_id });
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
