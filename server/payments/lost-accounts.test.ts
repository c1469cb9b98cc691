import { afterEach, describe, expect, it } from 'vitest';
import type { Earnings } from '#domain/earnings.ts';
import { ledgerState } from '../ledger/check-ledger.ts';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import { ok } from '../testing/deeds.ts';
import { finish, fund, makeDeal, onboard } from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import type { Person } from '../testing/world.ts';
import { payoutAccount } from './payout-readiness.ts';
import { reconcile } from './reconcile.ts';
import { settleDeveloper } from './settle.ts';

// A developer's account at Stripe that was closed or disconnected answers 403 `account_invalid`.

const money = useMoneyWorld();
afterEach(async () => {
  money.fake.fault = () => null;
  expect(await brokenInvariants(money.world.context.db)).toEqual([]);
});

const earnings = async (developer: Person) =>
  ok(await developer.call<Earnings>('GET', '/api/earnings'));
const payOut = async (developer: Person, amount_cents?: number) =>
  ok(
    await developer.call(
      'POST',
      '/api/earnings/payouts',
      amount_cents === undefined ? undefined : { amount_cents },
    ),
  );
const settle = ({ id }: Person) => settleDeveloper(money.world.context, id);
const accountOf = async ({ id }: Person) =>
  (await payoutAccount(money.world.context, id))?.reference ?? '';

/** Somebody with $270 at Stripe, all theirs. */
async function earner(): Promise<Person> {
  const deal = await makeDeal(money, [{ hours: 6 }]);
  await onboard(money, deal.developer);
  await fund(money, deal);
  await finish(deal);
  await settle(deal.developer);
  expect(money.fake.books.balanceOf(await accountOf(deal.developer))).toBe(27_000);
  return deal.developer;
}

/** Asks for all of it, and finds the account gone. */
async function refused(developer: Person): Promise<string> {
  const gone = await accountOf(developer);
  money.fake.books.gone.add(gone);
  await payOut(developer);
  await settle(developer);
  return gone;
}

/** Finds the account gone by an event about it. */
async function foundGone(developer: Person): Promise<string> {
  const gone = await accountOf(developer);
  money.fake.books.restrict(gone);
  money.fake.books.gone.add(gone);
  const event = money.fake.books.events.at(-1);
  expect(event && (await money.deliver(event))).toBe(200);
  return gone;
}

/** That payouts were set up. */
async function mailsAbout(developer: Person) {
  const mails = await money.world.mails();
  return mails.filter(
    ({ kind, recipient }) => kind === 'payout_account_set' && recipient === developer.email,
  );
}

describe('a key of another platform, with which every account looks gone', () => {
  it('lets a payout wait, and is an alarm until it is mended', async () => {
    const developer = await earner();
    const account = await refused(developer);
    const before = (await mailsAbout(developer)).length;
    await reconcile(money.world.context, { olderThanMs: 0 });
    expect(await earnings(developer)).toMatchObject({ available_cents: 0, paid_out_cents: 27_000 });
    expect(money.fake.books.payoutsOf(account)).toEqual([]);
    const { findings } = await ledgerState(money.world.context.db);
    expect(findings).toMatchObject([{ kind: 'account_gone', about: account }]);
    money.fake.books.gone.clear();
    await reconcile(money.world.context, { olderThanMs: 0 });
    expect(money.fake.books.payoutsOf(account)).toMatchObject([{ amount: 27_000 }]);
    expect((await ledgerState(money.world.context.db)).findings).toEqual([]);
    // What was found by it is over too: its owner has nothing to set up.
    expect(await earnings(developer)).toMatchObject({ payout_account: { ready: true } });
    expect(await mailsAbout(developer)).toHaveLength(before);
  });
});

describe('an account that is gone', () => {
  it('gives its money back to the balance, and to another account', async () => {
    const developer = await earner();
    await payOut(developer, 1000);
    await settle(developer);
    const gone = await refused(developer);
    expect(await earnings(developer)).toMatchObject({
      available_cents: 0,
      paid_out_cents: 27_000,
      payout_account: { ready: false },
    });
    // It may only look so, until its owner opens another.
    await settle(developer);
    expect(money.fake.books.balanceOf(gone)).toBe(26_000);
    await onboard(money, developer);
    expect(await accountOf(developer)).not.toBe(gone);
    await settle(developer);
    expect(money.fake.books.balanceOf(gone)).toBe(0);
    await payOut(developer);
    await settle(developer);
    expect(money.fake.books.payoutsOf(await accountOf(developer))).toMatchObject([
      { amount: 26_000 },
    ]);
    expect(await earnings(developer)).toMatchObject({ available_cents: 0, paid_out_cents: 27_000 });
    expect(await balance(money.world.context.db, 'connected', developer.id)).toBe(0);
    await givePassword(money.world, developer);
    ok(await developer.call('DELETE', '/api/me', { password: PASSWORD }));
  });

  it('keeps what cannot be taken back: it is sent nowhere else meanwhile', async () => {
    const developer = await earner();
    money.fake.fault = ({ path, method }) =>
      method === 'POST' && path.endsWith('/reversals') ? 'dropped before' : null;
    const gone = await refused(developer);
    await onboard(money, developer);
    await expect(settle(developer)).rejects.toThrow();
    await payOut(developer);
    await expect(settle(developer)).rejects.toThrow();
    expect(money.fake.books.balanceOf(gone)).toBe(27_000);
    expect(money.fake.books.balanceOf(await accountOf(developer))).toBe(0);
    money.fake.fault = () => null;
    await money.work();
    await money.work();
    expect(money.fake.books.balanceOf(gone)).toBe(0);
    expect(money.fake.books.payoutsOf(await accountOf(developer))).toMatchObject([
      { amount: 27_000 },
    ]);
  });

  it('holds up no payout of what was earned since, while it gives nothing back', async () => {
    const developer = await earner();
    money.fake.fault = ({ path, method }) =>
      method === 'POST' && path.endsWith('/reversals') ? 'dropped before' : null;
    const gone = await refused(developer);
    await onboard(money, developer);
    const deal = await makeDeal(money, [{ hours: 6 }], developer);
    await fund(money, deal);
    await finish(deal);
    await expect(settle(developer)).rejects.toThrow();
    await payOut(developer, 27_000);
    await expect(settle(developer)).rejects.toThrow();
    expect(money.fake.books.balanceOf(gone)).toBe(27_000);
    expect(money.fake.books.payoutsOf(await accountOf(developer))).toMatchObject([
      { amount: 27_000 },
    ]);
  });

  it('gives nothing back of what has not arrived there', async () => {
    const developer = await earner();
    await payOut(developer);
    await settle(developer);
    money.fake.fault = ({ path, method }) =>
      method === 'POST' && path.endsWith('/transfers') ? 'dropped before' : null;
    const deal = await makeDeal(money, [{ hours: 6 }], developer);
    await fund(money, deal);
    await finish(deal);
    await expect(settle(developer)).rejects.toThrow();
    await foundGone(developer);
    await onboard(money, developer);
    await expect(settle(developer)).rejects.toThrow();
    const calls = await money.world.context.db
      .selectFrom('provider_calls')
      .select('key')
      .where('developer_id', '=', developer.id)
      .where('kind', '=', 'reversal')
      .execute();
    expect(calls).toEqual([]);
  });

  it('is asked once a day for what it does not give back', async () => {
    const developer = await earner();
    const { transfers } = money.fake.books;
    const account = await accountOf(developer);
    for (const { id, destination } of [...transfers.values()])
      if (destination === account) transfers.delete(id);
    const gone = await refused(developer);
    await onboard(money, developer);
    for (let run = 0; run < 3; run++) await settle(developer);
    const calls = await money.world.context.db
      .selectFrom('provider_calls')
      .select('state')
      .where('developer_id', '=', developer.id)
      .where('kind', '=', 'reversal')
      .execute();
    expect(calls).toEqual([{ state: 'failed' }]);
    expect(money.fake.books.balanceOf(gone)).toBe(27_000);
  });

  it('is found by a transfer, whose money goes to another account at once', async () => {
    const deal = await makeDeal(money, [{ hours: 6 }]);
    const { developer } = deal;
    await onboard(money, developer);
    const gone = await accountOf(developer);
    money.fake.books.gone.add(gone);
    await fund(money, deal);
    await finish(deal);
    await settle(developer);
    expect(await earnings(developer)).toMatchObject({
      available_cents: 27_000,
      payout_account: { ready: false },
    });
    await onboard(money, developer);
    await settle(developer);
    expect(money.fake.books.balanceOf(await accountOf(developer))).toBe(27_000);
  });

  it('is found by asking whether it is ready, and makes room for another', async () => {
    const developer = await money.world.person('developer');
    const ask = () => developer.call<{ onboarding_url: string }>('POST', '/api/earnings/account');
    const { onboarding_url } = ok(await ask());
    const gone = await accountOf(developer);
    money.fake.books.gone.add(gone);
    expect(ok(await ask()).onboarding_url).not.toBe(onboarding_url);
    expect(await accountOf(developer)).not.toBe(gone);
  });

  it('is found by an event about it', async () => {
    const developer = await earner();
    const gone = await foundGone(developer);
    expect((await earnings(developer)).payout_account.ready).toBe(false);
    expect(await accountOf(developer)).toBe(gone);
  });
});
