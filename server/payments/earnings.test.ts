import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TicketMoney } from '#domain/billing.ts';
import type { Earnings, Payout } from '#domain/earnings.ts';
import { refusals } from '#domain/refusals.ts';
import type { LiveEvent } from '../database/live-event.ts';
import { LIMITS } from '../http/limits.ts';
import { ledgerState } from '../ledger/check-ledger.ts';
import { hasMoneyLeft } from '../ledger/developer-money.ts';
import { balance } from '../ledger/ledger.ts';
import { change } from '../lifecycle/change.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import { awayFromMidnight } from '../testing/day.ts';
import { ok } from '../testing/deeds.ts';
import { REASON } from '../testing/moderation.ts';
import { type FakeEvent, newEvent, newPayout } from '../testing/payments/fake-stripe-answers.ts';
import {
  type Deal,
  findingKinds,
  finish,
  fund,
  makeDeal,
  onboard,
} from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import type { Person } from '../testing/world.ts';
import { compareWithProvider } from './compare.ts';
import { keepReady, payoutAccount } from './payout-readiness.ts';
import { settleDeveloper } from './settle.ts';

beforeAll(awayFromMidnight);
const money = useMoneyWorld();
afterEach(async () => expect(await brokenInvariants(money.world.context.db)).toEqual([]));

const earnings = async (developer: Person, query = '') =>
  ok(await developer.call<Earnings>('GET', `/api/earnings${query}`));
const payOut = (developer: Person, amount_cents?: number, key = randomUUID()) =>
  developer.call<Payout>(
    'POST',
    '/api/earnings/payouts',
    amount_cents === undefined ? undefined : { amount_cents },
    { 'idempotency-key': key },
  );

/** A developer who can be paid, with one milestone accepted and one funded. */
async function earner(): Promise<Deal> {
  const deal = await makeDeal(money, [{}, { title: '=Sum "it" up', hours: 1 }]);
  await onboard(money, deal.developer);
  await fund(money, deal);
  await fund(money, deal, 1);
  await finish(deal);
  return deal;
}

describe('the way to the provider’s pages', () => {
  it('opens one account however often it is asked for, and keeps a key to its one call', async () => {
    const developer = await money.world.person('developer');
    const earlier = money.fake.books.accounts.size;
    const key = { 'idempotency-key': randomUUID() };
    const ask = () =>
      developer.call<{ onboarding_url: string }>('POST', '/api/earnings/account', {}, key);
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(money.fake.books.accounts.size).toBe(earlier + 1);
    const other = await developer.call('POST', '/api/earnings/payouts', {}, key);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  });
});

describe('where payouts go', () => {
  const ask = (person: Person, headers = {}) =>
    person.call<{ ready: boolean; onboarding_url: string | null; code?: string }>(
      ...(['POST', '/api/earnings/account', {}, headers] as const),
    );
  const NEEDED = { status: 403, body: { code: 'reauthentication_needed' } };

  async function forgotten(): Promise<Person> {
    const developer = await money.world.person('developer');
    await givePassword(money.world, developer);
    await longAgo(developer);
    return developer;
  }

  /** Signed in, and proved, eleven minutes ago. */
  async function longAgo({ id }: Person): Promise<void> {
    const before = new Date(Date.now() - 11 * 60_000);
    await money.world.context.db
      .updateTable('sessions')
      .set({ created_at: before, confirmed_at: null, second_factor_at: null, second_method: null })
      .where('user_id', '=', id)
      .execute();
  }

  it('is not where another provider would send them', async () => {
    const { developer } = await makeDeal(money);
    await money.world.context.db
      .insertInto('payout_accounts')
      .values({ developer_id: developer.id, provider: 'sandbox', reference: 'x', ready: true })
      .execute();
    expect(await earnings(developer)).toMatchObject({ payout_account: { ready: false } });
  });

  it('is set only by somebody who has just shown that it is they', async () => {
    const developer = await forgotten();
    const accounts = money.fake.books.accounts.size;
    expect(await ask(developer)).toMatchObject(NEEDED);
    expect(await ask(developer, { 'idempotency-key': randomUUID() })).toMatchObject(NEEDED);
    expect(money.fake.books.accounts.size).toBe(accounts);
    const confirm = (password: string) =>
      developer.call('POST', '/api/me/confirm-password', { password });
    expect((await confirm('wrong')).status).toBe(403);
    expect(await ask(developer)).toMatchObject(NEEDED);
    expect((await confirm(PASSWORD)).status).toBe(204);
    expect(ok(await ask(developer)).onboarding_url).toMatch(/^http/);
    // The account is there now; going on with it is as much.
    await longAgo(developer);
    expect(await ask(developer)).toMatchObject(NEEDED);
    const second = { second_method: 'totp', second_factor_at: new Date() };
    const shown = money.world.context.db.updateTable('sessions').set(second);
    await shown.where('user_id', '=', developer.id).execute();
    expect(ok(await ask(developer)).onboarding_url).toMatch(/^http/);
  });

  it('is open to nobody else because one person has shown that it is they', async () => {
    const [developer, other] = [await forgotten(), await forgotten()];
    ok(await developer.call('POST', '/api/me/confirm-password', { password: PASSWORD }));
    expect((await ask(developer)).status).toBe(200);
    expect(await ask(other)).toMatchObject(NEEDED);
  });

  describe('is changed on the provider’s page', () => {
    const open = (person: Person) =>
      person.call<{ url: string | null }>('POST', '/api/earnings/account/page');
    const told = async ({ email }: Person) =>
      (await money.world.mails()).filter(
        ({ subject, recipient }) =>
          subject === 'Somebody may change where your payouts go' && recipient === email,
      );

    it('which opens only to its owner, who has just shown that it is they, and is told', async () => {
      const developer = await money.world.person('developer');
      expect(await open(developer)).toMatchObject({ body: { code: 'payouts_not_set_up' } });
      await onboard(money, developer);
      const account = await payoutAccount(money.world.context, developer.id);
      expect(ok(await open(developer)).url).toBe(
        `https://connect.example/express/${account?.reference}`,
      );
      expect(await told(developer)).toHaveLength(1);
      await givePassword(money.world, developer);
      await longAgo(developer);
      expect(await open(developer)).toMatchObject(NEEDED);
      expect(await told(developer)).toHaveLength(1);
      ok(await developer.call('POST', '/api/me/confirm-password', { password: PASSWORD }));
      expect((await open(developer)).status).toBe(200);
      expect((await open(await money.world.person('customer'))).status).toBe(403);
    });

    it('which the provider may not answer for, or not have any more', async () => {
      const developer = await money.world.person('developer');
      await onboard(money, developer);
      money.fake.fault = () => 'dropped before';
      expect(await open(developer)).toMatchObject({ body: { code: 'provider_unavailable' } });
      money.fake.fault = () => null;
      const account = await payoutAccount(money.world.context, developer.id);
      money.fake.books.gone.add(account?.reference ?? '');
      expect(await open(developer)).toMatchObject({ body: { code: 'payouts_not_set_up' } });
      expect(await earnings(developer)).toMatchObject({ payout_account: { ready: false } });
      expect(await told(developer)).toEqual([]);
    });
  });

  it('is told to its owner, once, and looked at without a password then', async () => {
    const developer = await money.world.person('developer');
    await onboard(money, developer);
    const told = async () =>
      (await money.world.mails()).filter(
        ({ kind, recipient }) => kind === 'payout_account_set' && recipient === developer.email,
      );
    expect(await told()).toHaveLength(1);
    await longAgo(developer);
    expect(ok(await ask(developer))).toEqual({ ready: true, onboarding_url: null });
    expect(await told()).toHaveLength(1);
    // Several servers hear at the same moment that it is ready again.
    const { reference } = await money.world.context.db
      .updateTable('payout_accounts')
      .set({ ready: false })
      .where('developer_id', '=', developer.id)
      .returning('reference')
      .executeTakeFirstOrThrow();
    const heard = { reference, ready: true, asked_at: new Date().toISOString() };
    await Promise.all(
      Array.from({ length: 8 }, () =>
        change(money.world.context, (each) => keepReady(each, heard)),
      ),
    );
    expect(await told()).toHaveLength(2);
  });
});

describe('the earnings of a developer', () => {
  it('say what is held, available and paid out, by month and one by one', async () => {
    const { developer, milestones, ticketId } = await earner();
    const month = new Date().toISOString().slice(0, 7);
    expect(await earnings(developer)).toMatchObject({
      held_cents: 4500,
      available_cents: 9000,
      frozen_cents: 0,
      owed_cents: 0,
      paid_out_cents: 0,
      months: [{ month, earned_cents: 9000, paid_out_cents: 0 }],
      payout_account: { provider: 'stripe', ready: true },
      actions: { 'pay-out': { allowed: true, reason: null } },
      items: [
        {
          kind: 'release',
          amount_cents: 9000,
          gross_cents: 10_000,
          fee_cents: 1000,
          ticket_id: ticketId,
          milestone_id: milestones[0]?.id,
          milestone_title: 'Fix the login',
        },
      ],
      next_cursor: null,
    });
  });

  it('are of the last twelve months, also those in which nothing moved', async () => {
    const deal = await earner();
    await finish(deal, 1);
    await bookedAgo(deal, { kind: 'release', cents: 9000 }, 20);
    await bookedAgo(deal, { kind: 'release', cents: 4500 }, 2);
    ok(await payOut(deal.developer, 1000));
    await money.work();
    const { months } = await earnings(deal.developer);
    const moved = months.map(({ earned_cents, paid_out_cents }) => [earned_cents, paid_out_cents]);
    const nothing = [0, 0];
    expect(moved).toEqual([...Array(9).fill(nothing), [4500, 0], nothing, [0, 1000]]);
    expect(new Set(months.map(({ month }) => month)).size).toBe(12);
  });

  /** As if something had been booked so many months earlier. */
  async function bookedAgo(
    { developer }: Deal,
    { kind, cents }: { kind: string; cents: number },
    months: number,
  ): Promise<void> {
    await money.world.context.db.transaction().execute(async (tx) => {
      await sql`alter table ledger_entries disable trigger ledger_entries_stay`.execute(tx);
      await sql`update ledger_entries e
        set created_at = date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${months})
          + interval '14 days'
        from ledger_lines l where l.entry_id = e.id and e.kind = ${kind}
          and l.owner_id = ${developer.id} and l.amount_cents = ${cents}`.execute(tx);
      await sql`alter table ledger_entries enable trigger ledger_entries_stay`.execute(tx);
    });
  }

  it('come in pages, and as a table for a spreadsheet that runs no formula', async () => {
    const deal = await earner();
    const { developer } = deal;
    await finish(deal, 1);
    ok(await payOut(developer, 1000));
    const first = await earnings(developer, '?limit=2');
    expect(first.items.map(({ kind }) => kind)).toEqual(['payout', 'release']);
    const second = await earnings(developer, `?limit=2&cursor=${first.next_cursor}`);
    expect(second.items.map(({ amount_cents }) => amount_cents)).toEqual([9000]);
    expect(second.next_cursor).toBeNull();
    expect((await earnings(developer, '?limit=3')).next_cursor).toBeNull();
    for (const [url, accept] of [
      ['/api/earnings?format=csv', '*/*'],
      ['/api/earnings', 'text/csv'],
    ] as const) {
      const answer = await money.world.app.inject({
        url,
        headers: { authorization: `Bearer ${developer.token}`, accept },
      });
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      // Tells spreadsheets that it is UTF-8.
      expect(answer.body.charCodeAt(0)).toBe(0xfeff);
      const [header, ...rows] = answer.body.trim().split('\r\n');
      expect(header).toBe('Date (UTC),Kind,Invoice,Request,Milestone,Gross,Fee,Net,Currency');
      const today = new Date().toISOString().slice(0, 10);
      const request = deal.ticketId.slice(-6).toUpperCase();
      expect(rows).toEqual([
        `${today},Payout,,,,,,-10.00,USD`,
        expect.stringMatching(/^[-\d]{10},Milestone,U\d+-000002,.+,50.00,5.00,45.00,USD$/),
        expect.stringMatching(
          new RegExp(
            `^${today},Milestone,U\\d+-000001,#${request},Fix the login,100.00,10.00,90.00,USD$`,
          ),
        ),
      ]);
      expect(rows[1]).toContain(',"\'=Sum ""it"" up",');
    }
    const json = { accept: 'text/csv' };
    expect(ok(await developer.call('GET', '/api/earnings?format=json', undefined, json))).toEqual(
      await earnings(developer),
    );
    expect(await developer.call('GET', '/api/earnings?cursor=nonsense')).toMatchObject({
      status: 400,
    });
  });

  it.each([
    { hours: 2, waiting_cents: 2250, waits_until: expect.any(String), owed_cents: 0 },
    { hours: 1, waiting_cents: 0, waits_until: null, owed_cents: 2250 },
  ])(
    'promise no more than will be there once a refund has taken from what waits: %j',
    async ({ hours, ...promised }) => {
      const deal = await makeDeal(money, [{}, { hours }]);
      await onboard(money, deal.developer);
      await fund(money, deal);
      await finish(deal);
      ok(await payOut(deal.developer));
      await fund(money, deal, 1);
      await finish(deal, 1);
      await waitFor(deal, 1);
      await refunded(deal, 7500);
      expect(await earnings(deal.developer)).toMatchObject({ available_cents: 0, ...promised });
    },
  );

  /** As if the developer had been new when a milestone was released. */
  async function waitFor({ milestones }: Deal, index: number): Promise<void> {
    await money.world.context.db.transaction().execute(async (tx) => {
      await sql`alter table billing_records disable trigger nobody_is_new`.execute(tx);
      await sql`update billing_records set payable_at = now() + interval '7 days'
        where id = ${milestones[index]?.billing_record_id}`.execute(tx);
      await sql`alter table billing_records enable trigger nobody_is_new`.execute(tx);
    });
  }

  /** A moderator refunds part of the first milestone, borne by the developer. */
  async function refunded({ ticketId, milestones }: Deal, refunded_cents: number): Promise<void> {
    const moderator = await money.world.person('moderator');
    const path = `/api/moderation/tickets/${ticketId}/refund`;
    const milestone_id = milestones[0]?.id;
    const body = { milestone_id, refunded_cents, borne_by: 'developer', reason: 'It broke.' };
    ok(await moderator.call('POST', path, body));
  }

  it('are the same in the table as on the statement, also what was taken back', async () => {
    const deal = await earner();
    const { developer } = deal;
    await finish(deal, 1);
    await refunded(deal, 5000);
    ok(await payOut(developer, 1000));
    const csv = async (url: string) => {
      const headers = { authorization: `Bearer ${developer.token}`, accept: 'text/csv' };
      const { body } = await money.world.app.inject({ url, headers });
      return body.trim().split('\r\n');
    };
    const [head, ...rows] = await csv('/api/earnings');
    const month = new Date().toISOString().slice(0, 7);
    const statement = await csv(`/api/earnings/statements/${month}`);
    expect(rows[1]).toContain(',Refund to the customer,U');
    expect(rows[1]).toContain(',Fix the login,-50.00,-5.00,-45.00,USD');
    // Without what it began and ended with.
    expect([head, ...rows.reverse()]).toEqual([statement[0], ...statement.slice(2, -1)]);
  });

  it('are all in the table, however many there are', async () => {
    const { developer, milestones } = await earner();
    const { db } = money.world.context;
    await db.transaction().execute(async (tx) => {
      await sql`with booked as (
          insert into ledger_entries (key, kind, billing_record_id)
          select 'many:' || n, 'release', ${milestones[0]?.billing_record_id}
          from generate_series(1, 1000) n returning id)
        insert into ledger_lines (entry_id, account, owner_id, amount_cents)
        select id, 'developer', ${developer.id}::uuid, 1 from booked
        union all select id, 'fees', null, -1 from booked`.execute(tx);
    });
    const answer = await money.world.app.inject({
      url: '/api/earnings?format=csv',
      headers: { authorization: `Bearer ${developer.token}` },
    });
    expect(answer.body.trim().split('\r\n')).toHaveLength(1 + 1001);
  });
});

describe('what is held for a request that has changed hands', () => {
  it('is nothing of somebody who only reserved it', async () => {
    const deal = await makeDeal(money);
    const { customer, developer: dan, ticketId } = deal;
    await fund(money, deal);
    const path = `/api/tickets/${ticketId}`;
    ok(await dan.call('POST', `${path}/give-back`, { note: 'Not for me.' }));
    const eve = await money.world.person('developer');
    const counted = async () => [
      (await earnings(eve)).held_cents,
      ok(await eve.call<TicketMoney>('GET', `${path}/money`)).held_cents,
    ];
    ok(await eve.call('POST', `${path}/reserve`));
    expect(await counted()).toEqual([0, 0]);
    // Also while moderators have what she reserved.
    const said = { text: 'Pay me outside.' };
    const rude = ok(await eve.call<{ id: string }>('POST', `${path}/messages`, said));
    ok(await customer.call('POST', `/api/messages/${rude.id}/report`));
    expect(await counted()).toEqual([0, 0]);
    const moderator = await money.world.person('moderator');
    const resume = `/api/moderation/tickets/${ticketId}/resume`;
    ok(await moderator.call('POST', resume, { reason: 'Settled.' }));
    ok(await eve.call('POST', `${path}/grab`));
    expect(await counted()).toEqual([9000, 9000]);
    expect((await earnings(dan)).held_cents).toBe(0);
  });
});

describe('the account of a developer', () => {
  it('has money in it until all that was earned is with the developer', async () => {
    const { viewer } = (await earner()).developer;
    const { db } = money.world.context;
    expect(await hasMoneyLeft(db, viewer.id)).toBe(true);
    const stranger = await money.world.person('developer');
    expect(await hasMoneyLeft(db, stranger.id)).toBe(false);
  });

  it('has money in it also while a payout that was on its way comes back', async () => {
    const { developer } = await earner();
    ok(await payOut(developer));
    const { db } = money.world.context;
    let comesBack = true;
    const looking = db.withPlugin({
      transformQuery: ({ node }) => node,
      // After the first answer, before anything else is read.
      transformResult: async ({ result }) => {
        if (!comesBack) return result;
        comesBack = false;
        const account = await payoutAccount(money.world.context, developer.id);
        money.fake.books.accounts.delete(account?.reference ?? '');
        await settleDeveloper(money.world.context, developer.id);
        return result;
      },
    });
    expect(await hasMoneyLeft(looking, developer.id)).toBe(true);
    expect(await earnings(developer)).toMatchObject({ available_cents: 9000 });
  });
});

describe('a payout', () => {
  it('leaves the balance at once, and is made once for one key', async () => {
    const { developer } = await earner();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => payOut(developer, 4000, key)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await payOut(developer, 4001, key)).toMatchObject({ status: 422 });
    expect(await earnings(developer)).toMatchObject({
      available_cents: 5000,
      paid_out_cents: 4000,
    });
    await money.work();
    await money.work();
    const { books } = money.fake;
    const account = [...books.accounts.keys()].at(-1) ?? '';
    expect(books.payoutsOf(account)).toMatchObject([{ amount: 4000 }]);
    expect(books.balanceOf(account)).toBe(5000);
    expect((await earnings(developer)).months).toMatchObject([
      { earned_cents: 9000, paid_out_cents: 4000 },
    ]);
  });

  it('that is stuck keeps back no other, of whomever', async () => {
    const [stuck, other, third] = [
      (await earner()).developer,
      (await earner()).developer,
      (await earner()).developer,
    ];
    ok(await payOut(third, 1500));
    ok(await payOut(stuck, 1000));
    money.fake.fault = ({ path, form }) =>
      path.endsWith('/payouts') && /(^|&)amount=1000(&|$)/.test(form) ? 'dropped before' : null;
    const settle = ({ id }: Person) => settleDeveloper(money.world.context, id);
    await expect(settle(stuck)).rejects.toThrow();
    ok(await payOut(other, 3000));
    await settle(other);
    ok(await payOut(stuck, 2000));
    await expect(settle(stuck)).rejects.toThrow();
    money.fake.fault = () => null;
    const made = money.fake.books.payouts.slice(-2).map(({ amount }) => amount);
    expect(made).toEqual([3000, 2000]);
    await money.work();
    const left = money.fake.books.payouts.slice(-2).map(({ amount }) => amount);
    expect(left.sort()).toEqual([1000, 1500]);
  });

  it('takes all that is available when no amount is said, and never more', async () => {
    const { developer } = await earner();
    expect(await payOut(developer, 9001)).toMatchObject({
      status: 409,
      body: { code: 'payout_too_large' },
    });
    expect(await payOut(developer)).toMatchObject({ status: 201, body: { amount_cents: 9000 } });
    expect(await payOut(developer)).toMatchObject({ body: { code: 'nothing_to_pay_out' } });
  });

  it('cannot be asked for twice at once to get more', async () => {
    const { developer } = await earner();
    const answers = await Promise.all(Array.from({ length: 10 }, () => payOut(developer, 2000)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(await earnings(developer)).toMatchObject({ available_cents: 1000 });
  });

  it.each([0, -1, 1.5, 1e12, '100', null])('of %s is refused', async (amount_cents) => {
    const { developer } = await makeDeal(money);
    const body = { amount_cents };
    expect(await developer.call('POST', '/api/earnings/payouts', body)).toMatchObject({
      status: 400,
    });
  });

  it('needs to know where to go', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    await finish(deal);
    expect(await payOut(deal.developer)).toMatchObject({ body: { code: 'payouts_not_set_up' } });
    expect(await earnings(deal.developer)).toMatchObject({
      payout_account: { ready: false },
      actions: { 'pay-out': { allowed: false, reason: refusals.payouts_not_set_up[1] } },
    });
  });

  /** What somebody reads of payouts that did not reach them. */
  const toldOf = async ({ email }: Person) =>
    (await money.world.mails())
      .filter(({ kind, recipient }) => kind === 'payout_failed' && recipient === email)
      .map(({ subject, body_text }) => `${subject}. ${body_text}`);

  /** Collects whose open screens show their earnings anew. */
  function watchScreens(): readonly string[] {
    const seen: string[] = [];
    const { events } = money.world.context.live;
    events.on('event', ({ type, to }: LiveEvent) => {
      if (type === 'earnings') seen.push(...to);
    });
    return seen;
  }

  it('that the bank sends back is there to be asked for again', async () => {
    const { developer: other } = await earner();
    ok(await payOut(other));
    await settleDeveloper(money.world.context, other.id);
    const { developer } = await earner();
    ok(await payOut(developer));
    await settleDeveloper(money.world.context, developer.id);
    const [sent] = (await earnings(developer)).items;
    expect(sent).toMatchObject({ kind: 'payout', payout_status: 'paid' });
    const seen = watchScreens();
    money.fake.books.failPayout(money.fake.books.payouts.at(-1)?.id ?? '');
    await money.deliverAll();
    const after = await earnings(developer);
    expect(after).toMatchObject({ available_cents: 9000, paid_out_cents: 0 });
    expect(await toldOf(developer)).toEqual([
      expect.stringMatching(/came back.*payout of \$90\.00 came back.*bank account at Stripe/s),
    ]);
    expect(await toldOf(other)).toEqual([]);
    await expect.poll(() => seen).toEqual([developer.id]);
    expect((await earnings(other)).items[0]).toMatchObject({ payout_status: 'paid' });
    expect(after.items.map(({ kind, payout_status }) => [kind, payout_status])).toEqual([
      ['payout_failed', 'failed'],
      ['payout', 'failed'],
      ['release', null],
    ]);
    ok(await payOut(developer));
    await settleDeveloper(money.world.context, developer.id);
    expect(money.fake.books.payouts.at(-1)).toMatchObject({ amount: 9000, status: 'pending' });
  });

  it('that comes back waits for one of its own account alone', async () => {
    const [{ developer: slow }, { developer }] = [await earner(), await earner()];
    for (const each of [slow, developer]) ok(await payOut(each, 2500));
    await settleDeveloper(money.world.context, developer.id);
    money.fake.fault = ({ path, method }) =>
      method === 'POST' && path.endsWith('/payouts') ? 'dropped after' : null;
    await expect(settleDeveloper(money.world.context, slow.id)).rejects.toThrow();
    money.fake.fault = () => null;
    const [own, others] = money.fake.books.payouts.slice(-2);
    const events = [];
    for (const each of [own, others]) {
      money.fake.books.failPayout(each?.id ?? '');
      events.push(await money.deliver(money.fake.books.events.at(-1) as FakeEvent));
    }
    expect(events).toEqual([200, 503]);
    await settleDeveloper(money.world.context, slow.id);
    await money.deliverAll();
    for (const each of [slow, developer])
      expect(await earnings(each)).toMatchObject({ available_cents: 9000, paid_out_cents: 0 });
  });

  it('that another account sends back waits for none of ours', async () => {
    const { developer } = await earner();
    ok(await payOut(developer, 2500));
    money.fake.fault = ({ path, method }) =>
      method === 'POST' && path.endsWith('/payouts') ? 'dropped before' : null;
    await expect(settleDeveloper(money.world.context, developer.id)).rejects.toThrow();
    money.fake.fault = () => null;
    const event = { ...newEvent('payout.failed', newPayout({})), account: 'acct_other' };
    expect(await money.deliver(event)).toBe(200);
    await settleDeveloper(money.world.context, developer.id);
  });

  it('that the provider refuses is there to be asked for again', async () => {
    const [{ developer: other }, { developer }] = [await earner(), await earner()];
    for (const each of [other, developer]) ok(await payOut(each));
    await settleDeveloper(money.world.context, other.id);
    const account = await payoutAccount(money.world.context, developer.id);
    money.fake.books.accounts.delete(account?.reference ?? '');
    const seen = watchScreens();
    await settleDeveloper(money.world.context, developer.id);
    expect(await earnings(developer)).toMatchObject({ available_cents: 9000, paid_out_cents: 0 });
    expect((await earnings(other)).items[0]).toMatchObject({ payout_status: 'paid' });
    expect(await toldOf(developer)).toHaveLength(1);
    await expect.poll(() => seen).toEqual([developer.id]);
  });

  it('that comes back when the developer has left is for a person to look at', async () => {
    const { developer } = await earner();
    const { db } = money.world.context;
    ok(await payOut(developer));
    await settleDeveloper(money.world.context, developer.id);
    await db.deleteFrom('users').where('id', '=', developer.id).execute();
    money.fake.books.failPayout(money.fake.books.payouts.at(-1)?.id ?? '');
    await money.deliverAll();
    expect(await findingKinds(money)).toEqual(['payout_failed']);
    const outside = await balance(db, 'outside');
    expect(await balance(db, 'developer', developer.id)).toBe(9000);

    // Somebody has asked where they want it, and has paid it there.
    const { findings } = await ledgerState(db);
    const path = `/api/moderation/findings/${findings[0]?.id}/done`;
    const moderator = await money.world.person('moderator');
    const answers = await Promise.all(
      [1, 2].map(() => moderator.call('POST', path, { reason: REASON })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await balance(db, 'developer', developer.id)).toBe(0);
    // What lay in their account at the provider is the platform's again.
    await money.work();
    expect(await balance(db, 'connected', developer.id)).toBe(0);
    expect((await balance(db, 'outside')) - outside).toBe(9000);
    await compareWithProvider(money.world.context);
    expect(await findingKinds(money)).toEqual([]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  it('can be asked for only so often, and says when again', async () => {
    const { developer } = await earner();
    const { context } = money.world;
    context.config.rateLimits = true;
    const answers = [];
    for (let asked = 0; asked <= LIMITS.payout.hits; asked++)
      answers.push(await payOut(developer, 100_000));
    context.config.rateLimits = false;
    expect(answers.slice(0, -1).every(({ status }) => status === 409)).toBe(true);
    expect(answers.at(-1)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
  });
});
