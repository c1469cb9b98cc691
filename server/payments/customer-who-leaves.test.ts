import { expect, it } from 'vitest';
import { ledgerState } from '../ledger/check-ledger.ts';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import { ok } from '../testing/deeds.ts';
import { REASON } from '../testing/moderation.ts';
import { type Deal, fund, makeDeal, moderate } from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';

const money = useMoneyWorld({ bystanders: false });

const leave = ({ customer }: Deal) => customer.call('DELETE', '/api/me', { password: PASSWORD });

/** A request that was closed for its customer, whose refund is made at the provider. */
async function refunded(): Promise<{ deal: Deal; refund: string }> {
  const deal = await makeDeal(money);
  await givePassword(money.world, deal.customer);
  await fund(money, deal);
  await moderate(money, deal, 'close-for-customer');
  await money.work();
  return { deal, refund: money.fake.books.refunds.at(-1)?.id ?? '' };
}

async function comesBack(refund: string): Promise<void> {
  money.fake.books.failRefund(refund);
  await money.deliverAll();
}

async function findings() {
  return (await ledgerState(money.world.context.db)).findings;
}

async function markDone(): Promise<void> {
  const [found] = await findings();
  const moderator = await money.world.person('moderator');
  const path = `/api/moderation/findings/${found?.id}/done`;
  ok(await moderator.call('POST', path, { reason: REASON }));
}

it('keeps the account of somebody to whom a refund is still owed that came back', async () => {
  const { deal, refund } = await refunded();
  await comesBack(refund);
  expect(await leave(deal)).toMatchObject({ status: 409, body: { code: 'refund_left' } });
  await markDone();
  expect((await leave(deal)).status).toBe(204);
});

it('says of a refund that comes back once its customer has left how they can be found', async () => {
  const { deal, refund } = await refunded();
  expect((await leave(deal)).status).toBe(204);
  await comesBack(refund);
  const [found] = await findings();
  expect(found).toMatchObject({
    kind: 'refund_failed',
    detail: expect.stringContaining('has left'),
  });
  await markDone();
  const { db } = money.world.context;
  expect(await balance(db, 'refunds')).toBe(0);
  expect(await brokenInvariants(db)).toEqual([]);
});
