import type { Payout } from '#domain/earnings.ts';
import { Refusal } from '#domain/errors.ts';
import { payoutLines } from '#domain/ledger.ts';
import type { Change } from '../change.ts';
import type { Viewer } from '../http/viewer.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { developerMoney } from './developer-money.ts';
import { book } from './ledger.ts';

/**
 * `POST /api/earnings/payouts`: so much of what is available leaves the balance now, and a job
 * sends it. Under the lock of the developer's profile, so that it is never more than there is.
 * @throws Refusal `not_your_part`, `payouts_not_set_up`, `nothing_to_pay_out`, `payout_too_large`
 */
export async function requestPayout(
  change: Change,
  viewer: Viewer,
  wanted_cents?: number,
): Promise<Payout> {
  const { tx } = change;
  if (viewer.user_type !== 'developer') throw new Refusal('not_your_part');
  await tx.selectFrom('profiles').select('id').where('id', '=', viewer.id).forUpdate().execute();
  const { available_cents } = await developerMoney(tx, viewer.id);
  const amount_cents = wanted_cents ?? available_cents;
  if (available_cents === 0) throw new Refusal('nothing_to_pay_out');
  if (amount_cents > available_cents) throw new Refusal('payout_too_large');
  if (!(await canBePaid(change, viewer.id))) throw new Refusal('payouts_not_set_up');
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

/** The sandbox makes accounts by itself; elsewhere developers sign up for one first. */
async function canBePaid({ tx, config }: Change, developerId: string): Promise<boolean> {
  if (config.payments === 'sandbox') return true;
  const account = await tx
    .selectFrom('payout_accounts')
    .select('ready')
    .where('developer_id', '=', developerId)
    .where('provider', '=', config.payments)
    .executeTakeFirst();
  return account?.ready === true;
}
