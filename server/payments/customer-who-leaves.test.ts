import { expect, it } from 'vitest';
import { ledgerState } from '../ledger/check-ledger.ts';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import { ok } from '../testing/deeds.ts';
import { REASON } from '../testing/moderation.ts';
import { type Deal, fund, makeDeal, moderate } from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import { removeFinished } from '../tickets/remove-finished.ts';
import { compareWithProvider } from './compare.ts';

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

async function markDone(which?: string): Promise<void> {
  const [found] = await findings();
  const moderator = await money.world.person('moderator');
  const path = `/api/moderation/findings/${which ?? found?.id}/done`;
  ok(await moderator.call('POST', path, { reason: REASON }));
}

it('keeps the account of somebody to whom a refund is still owed that came back', async () => {
  const { deal, refund } = await refunded();
  await comesBack(refund);
  expect(await leave(deal)).toMatchObject({ status: 409, body: { code: 'refund_left' } });
  await markDone();
  expect((await leave(deal)).status).toBe(204);
});

it('keeps the account of somebody whose refund was refused, as others had refunded a part of it', async () => {
  const deal = await makeDeal(money);
  await givePassword(money.world, deal.customer);
  const page = await fund(money, deal);
  const { books } = money.fake;
  books.refund(books.sessions.get(page)?.payment_intent ?? '', 100, {});
  await moderate(money, deal, 'close-for-customer');
  await money.work();
  expect(await findings()).toMatchObject([{ kind: 'refunded_already' }]);
  expect(await leave(deal)).toMatchObject({ status: 409, body: { code: 'refund_left' } });
  // Nobody has written to them.
  const mails = await money.world.mails({ to: deal.customer.email, since: new Date(0) });
  expect(mails.map(({ kind }) => kind)).not.toContain('refund_failed');
  const { context } = money.world;
  await compareWithProvider(context);
  for (const { id, kind } of await findings()) if (kind === 'provider_differs') await markDone(id);
  await compareWithProvider(context);
  await money.work();
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

it('keeps a request as long as a refund of it is owed, however long ago it has ended', async () => {
  const { db } = money.world.context;
  const { deal, refund } = await refunded();
  await comesBack(refund);
  await db.deleteFrom('reports').where('ticket_id', '=', deal.ticketId).execute();
  await db
    .updateTable('tickets')
    .set({ status_since: new Date(Date.now() - 400 * 86_400_000) })
    .where('id', '=', deal.ticketId)
    .execute();
  const isThere = async () =>
    (await db.selectFrom('tickets').select('id').where('id', '=', deal.ticketId).execute()).length;
  await removeFinished(money.world.context);
  expect(await isThere()).toBe(1);
  await markDone();
  await removeFinished(money.world.context);
  expect(await isThere()).toBe(0);
});

it('tells a customer of a refund that comes back once its request was removed', async () => {
  const { db } = money.world.context;
  const { deal, refund } = await refunded();
  await db.deleteFrom('tickets').where('id', '=', deal.ticketId).execute();
  await comesBack(refund);
  const { email } = deal.customer;
  const kinds = async () =>
    (await money.world.mails({ to: email, since: new Date(0) })).map(({ kind }) => kind);
  expect(await kinds()).toContain('refund_failed');
  const [found] = await findings();
  expect(found?.detail).not.toContain('has left');
  await markDone();
  expect(await kinds()).toContain('paid_elsewhere');
});
