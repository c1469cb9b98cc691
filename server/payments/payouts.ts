import type { Payout } from '#domain/earnings.ts';
import { payoutLines } from '#domain/ledger.ts';
import { Refusal, type RefusalCode } from '#domain/refusals.ts';
import { enqueueJob } from '../database/enqueue.ts';
import type { Viewer } from '../http/viewer.ts';
import { developerMoney } from '../ledger/developer-money.ts';
import { book } from '../ledger/ledger.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockPerson } from '../lifecycle/locked.ts';
import { canBePaidTo } from './payout-accounts.ts';
import { requireServed } from './payout-country.ts';

/**
 * `POST /api/earnings/payouts`: takes the amount out of the balance now; a job sends it. Locks the
 * developer's profile, so that it is never more than there is.
 * @throws Refusal `not_your_part`, `country_not_served`, and those of `payoutRefusal`
 */
export async function requestPayout(
  change: Change,
  viewer: Viewer,
  wanted_cents?: number,
): Promise<Payout> {
  const { tx, config } = change;
  if (viewer.user_type !== 'developer') throw new Refusal('not_your_part');
  await lockPerson(tx, viewer.id);
  const { available_cents, waiting_cents } = await developerMoney(tx, viewer.id);
  const ready = await canBePaidTo({ db: tx, config }, viewer.id);
  const amount_cents = wanted_cents ?? available_cents;
  const refusal = payoutRefusal({ available_cents, waiting_cents, ready }, amount_cents);
  if (refusal) throw new Refusal(refusal);
  await requireServed({ db: tx, config }, viewer.id);
  const payout = await tx
    .insertInto('payouts')
    .values({ developer_id: viewer.id, amount_cents })
    .returning(['id', 'amount_cents', 'status', 'created_at'])
    .executeTakeFirstOrThrow();
  await book(tx, {
    key: `payout:${payout.id}`,
    kind: 'payout',
    payout_id: payout.id,
    lines: payoutLines(viewer.id, amount_cents),
  });
  await enqueueJob(tx, 'settle', { developer_id: viewer.id });
  return payout;
}

/** Why this amount, or any, cannot be paid out; null when it can. */
export function payoutRefusal(
  money: { available_cents: number; waiting_cents: number; ready: boolean },
  wanted_cents = money.available_cents,
): RefusalCode | null {
  const { available_cents, waiting_cents, ready } = money;
  if (available_cents === 0) return waiting_cents > 0 ? 'payout_waits' : 'nothing_to_pay_out';
  if (wanted_cents > available_cents) return 'payout_too_large';
  return ready ? null : 'payouts_not_set_up';
}
