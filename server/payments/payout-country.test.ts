import { afterEach, describe, expect, it } from 'vitest';
import type { PayoutCountry } from '#domain/payout-country.ts';
import type { Profile } from '#domain/profile.ts';
import { change } from '../lifecycle/change.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import { grab, ok, postRequest } from '../testing/deeds.ts';
import { finish, fund, makeDeal, onboard } from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import type { Person } from '../testing/world.ts';
import { planPayoutAccount } from './payout-accounts.ts';

const money = useMoneyWorld();

const read = (person: Person) => person.call<PayoutCountry>('GET', '/api/earnings/country');
const say = (person: Person, country: unknown) =>
  person.call<PayoutCountry & { code: string; detail: string }>('PUT', '/api/earnings/country', {
    country,
  });

describe('where an unblocker is paid', () => {
  it('is said before any work, with whether payouts reach it, and read in the profile', async () => {
    const developer = await money.world.person('developer');
    expect(ok(await read(developer))).toMatchObject({
      country: null,
      served: null,
      fixed: false,
      currency: 'usd',
      pays_to: expect.arrayContaining(['US', 'DE', 'GB', 'CA', 'CH']),
    });
    expect(ok(await say(developer, 'BR'))).toMatchObject({ country: 'BR', served: false });
    expect(ok(await say(developer, 'DE'))).toMatchObject({ country: 'DE', served: true });
    expect(ok(await developer.call<Profile>('GET', '/api/me'))).toMatchObject({
      payout_country: 'DE',
      payout_served: true,
    });
  });

  it('is a country, and nobody else’s', async () => {
    const developer = await money.world.person('developer');
    for (const country of ['', 'de', 'XX', 'Germany', null, 5, ['DE']])
      expect((await say(developer, country)).status).toBe(400);
    expect((await say(await money.world.person('customer'), 'DE')).status).toBe(403);
    expect((await read(await money.world.person('customer'))).status).toBe(403);
  });

  it('keeps nobody from a request, said or not', async () => {
    const customer = await money.world.person('customer');
    const [silent, unserved] = [
      await money.world.person('developer'),
      await money.world.person('developer'),
    ];
    ok(await say(unserved, 'BR'));
    for (const developer of [silent, unserved])
      expect((await grab(developer, (await postRequest(customer)).id)).status).toBe(
        'DEVELOPER_PLANNING',
      );
  });

  it('is told to the provider when the account is opened, and cannot be changed afterwards', async () => {
    const developer = await money.world.person('developer');
    ok(await say(developer, 'DE'));
    await onboard(money, developer);
    const calls = await money.world.context.db
      .selectFrom('provider_calls')
      .select('request')
      .where('key', '=', `account:${developer.id}`)
      .execute();
    expect(calls).toMatchObject([{ request: { developer: { id: developer.id, country: 'DE' } } }]);
    expect(ok(await read(developer))).toMatchObject({ fixed: true });
    expect((await say(developer, 'FR')).body).toMatchObject({ code: 'payout_country_fixed' });
    expect(ok(await say(developer, 'DE'))).toMatchObject({ country: 'DE' });
  });

  it('holds back a payout that cannot arrive, and says why', async () => {
    const { developer, ...deal } = await makeDeal(money);
    await fund(money, { developer, ...deal });
    await finish({ developer, ...deal });
    ok(await say(developer, 'BR'));
    const refused = {
      status: 409,
      body: { code: 'country_not_served', detail: expect.stringContaining('Brazil') },
    };
    expect(await developer.call('POST', '/api/earnings/account')).toMatchObject(refused);
    await money.world.context.db
      .insertInto('payout_accounts')
      .values({ developer_id: developer.id, provider: 'stripe', reference: 'acct_x', ready: true })
      .execute();
    expect(await developer.call('POST', '/api/earnings/payouts')).toMatchObject(refused);
  });

  describe('while the account is being opened', () => {
    afterEach(() => {
      money.fake.fault = () => null;
      money.fake.books.closedCountries.clear();
    });
    const setUp = (person: Person) =>
      person.call<{ onboarding_url: string }>('POST', '/api/earnings/account');
    const opened = () => [...money.fake.books.accounts.values()].at(-1)?.country;

    it('can be changed after the provider has refused it, and is asked for anew', async () => {
      const developer = await money.world.person('developer');
      ok(await say(developer, 'DE'));
      money.fake.books.closedCountries.add('DE');
      expect((await setUp(developer)).body).toMatchObject({
        code: 'provider_unavailable',
        detail: expect.stringContaining('Germany'),
      });
      expect((await setUp(developer)).status).toBe(503);
      expect(ok(await say(developer, 'FR'))).toMatchObject({ country: 'FR', fixed: false });
      expect(ok(await setUp(developer)).onboarding_url).toMatch(/^http/);
      expect(opened()).toBe('FR');
    });

    it('works at the next try once the provider takes it', async () => {
      const developer = await money.world.person('developer');
      ok(await say(developer, 'DE'));
      money.fake.books.closedCountries.add('DE');
      const all = await Promise.all([1, 2, 3].map(() => setUp(developer)));
      expect(all.map(({ status }) => status)).toEqual([503, 503, 503]);
      money.fake.books.closedCountries.clear();
      const accounts = money.fake.books.accounts.size;
      const answers = await Promise.all([1, 2, 3].map(() => setUp(developer)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(money.fake.books.accounts.size).toBe(accounts + 1);
    });

    it('stays as the provider may have heard it', async () => {
      const developer = await money.world.person('developer');
      ok(await say(developer, 'DE'));
      money.fake.fault = () => 'dropped before';
      expect((await setUp(developer)).status).toBe(503);
      expect(ok(await read(developer))).toMatchObject({ country: 'DE', fixed: true });
      expect((await say(developer, 'FR')).body).toMatchObject({ code: 'payout_country_fixed' });
      money.fake.fault = () => null;
      ok(await setUp(developer));
      expect(opened()).toBe('DE');
    });

    it('is the newest one where nobody has asked the provider yet', async () => {
      const developer = await money.world.person('developer');
      ok(await say(developer, 'DE'));
      await change(money.world.context, (each) => planPayoutAccount(each, developer));
      expect(ok(await say(developer, 'FR'))).toMatchObject({ country: 'FR', fixed: false });
      ok(await setUp(developer));
      expect(opened()).toBe('FR');
    });
  });

  describe('when it is first said after the account was opened', () => {
    it('is not one that is not served where payouts arrive', async () => {
      const developer = await money.world.person('developer');
      await onboard(money, developer);
      expect(await say(developer, 'BR')).toMatchObject({
        status: 409,
        body: { code: 'country_not_served' },
      });
      expect(ok(await read(developer))).toMatchObject({ country: null });
      expect(ok(await say(developer, 'DE'))).toMatchObject({ country: 'DE', fixed: true });
    });

    it('can be corrected from one that is not served', async () => {
      const developer = await money.world.person('developer');
      ok(await developer.call('POST', '/api/earnings/account'));
      expect(ok(await say(developer, 'BR'))).toMatchObject({ served: false, fixed: false });
      expect(ok(await say(developer, 'DE'))).toMatchObject({ country: 'DE', fixed: true });
    });
  });

  it('goes with the account', async () => {
    const developer = await money.world.person('developer');
    await givePassword(money.world, developer);
    ok(await say(developer, 'DE'));
    ok(await developer.call('DELETE', '/api/me', { password: PASSWORD }));
    const { payout_country } = await money.world.context.db
      .selectFrom('profiles')
      .select('payout_country')
      .where('id', '=', developer.id)
      .executeTakeFirstOrThrow();
    expect(payout_country).toBeNull();
  });
});
