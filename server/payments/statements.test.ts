import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payoutLines, settleLines, transferLines } from '#domain/ledger.ts';
import { feeCents } from '#domain/money.ts';
import { type Statement, statementListSchema, statementSchema } from '#domain/statement.ts';
import { balance, book } from '../ledger/ledger.ts';
import { awayFromMidnight } from '../testing/day.ts';
import { agreeOnPlan, deliver, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { drawPaper } from './papers/draw-paper.ts';
import { statementFor } from './statements.ts';

let world: World;
let thisMonth: string;
beforeAll(async () => {
  await awayFromMidnight();
  thisMonth = new Date().toISOString().slice(0, 7);
  world = await openWorld();
});
afterAll(() => world.close());

const statement = (person: Person, period: string) =>
  person.call<Statement>('GET', `/api/earnings/statements/${period}`);

async function earner(title: string): Promise<Person> {
  const [customer, developer] = [
    await world.person('customer'),
    await world.person('developer', { name: 'Zoë Ångström' }),
  ];
  const { id } = await postRequest(customer);
  await grab(developer, id);
  const [milestone] = await agreeOnPlan({ customer, developer }, id, [{ title }]);
  await pay(world, customer, milestone?.id ?? '');
  await deliver(developer, milestone?.id ?? '');
  ok(await customer.call('POST', `/api/milestones/${milestone?.id}/accept`, {}));
  return developer;
}

async function paper(person: Person, period: string, accept: string) {
  return world.app.inject({
    url: `/api/earnings/statements/${period}`,
    headers: { authorization: `Bearer ${person.token}`, accept },
  });
}

describe('a statement', () => {
  it('says what a month began with, what was earned and paid out, and what is left', async () => {
    const developer = await earner('Fix the login');
    ok(await developer.call('POST', '/api/earnings/payouts', { amount_cents: 4000 }));
    const read = ok(await statement(developer, thisMonth));
    expect(statementSchema.parse(read)).toMatchObject({
      so_far: true,
      name: 'Zoë Ångström',
      opening_cents: 0,
      closing_cents: 5000,
      totals: {
        gross_cents: 10_000,
        fee_cents: 1000,
        released_cents: 9000,
        refunded_cents: 0,
        paid_out_cents: -4000,
      },
      lines: [
        {
          kind: 'release',
          milestone_title: 'Fix the login',
          invoice_number: expect.stringMatching(/^U\d+-000001$/),
          request: expect.stringMatching(/^[0-9A-F]{6}$/),
          gross_cents: 10_000,
          fee_cents: 1000,
          net_cents: 9000,
        },
        { kind: 'payout', gross_cents: null, fee_cents: null, net_cents: -4000 },
      ],
    });
  });

  it('is listed for each month and year since the account was opened', async () => {
    const developer = await world.person('developer');
    await sql`update profiles set created_at = '2024-11-30T23:30:00-03:00'
      where id = ${developer.id}`.execute(world.context.db);
    const list = ok(await developer.call('GET', '/api/earnings/statements'));
    const { items } = statementListSchema.parse(list);
    expect(items[0]).toEqual({ period: thisMonth.slice(0, 4), so_far: true });
    expect(items.slice(-2)).toEqual([
      { period: '2024', so_far: false },
      { period: '2024-12', so_far: false },
    ]);
    await sql`update profiles set created_at = '2024-12-01T00:00:00Z'
      where id = ${developer.id}`.execute(world.context.db);
    expect((await statement(developer, '2024-11')).status).toBe(404);
    expect((await statement(developer, '2024-12')).status).toBe(200);
  });

  it('is refused for no period, the time before the account, the future, and others', async () => {
    const developer = await world.person('developer');
    for (const period of ['2026-13', '2026-1', '26', 'last', '2026-11-01', '%20'])
      expect((await statement(developer, period)).status).toBe(400);
    for (const period of ['2019', '2019-12', '1000', '2999', '2999-01'])
      expect((await statement(developer, period)).status).toBe(404);
    const customer = await world.person('customer');
    expect((await statement(customer, thisMonth)).status).toBe(403);
    expect((await customer.call('GET', '/api/earnings/statements')).status).toBe(403);
  });

  it('comes as a table in which no spreadsheet finds a formula', async () => {
    const developer = await earner('=HYPERLINK("http://evil.example";"Zoë")');
    const { headers, body } = await paper(developer, thisMonth, 'text/csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain(`unblock-statement-${thisMonth}.csv`);
    expect(body.charCodeAt(0)).toBe(0xfeff);
    const [head, opening, line = '', closing] = body.slice(1).split('\r\n');
    const today = new Date().toISOString().slice(0, 10);
    expect(head).toBe('Date (UTC),Kind,Invoice,Request,Milestone,Gross,Fee,Net,Currency');
    expect(opening).toBe(`${thisMonth}-01,Opening balance,,,,,,0.00,USD`);
    expect(line).toContain(`${today},Milestone,U`);
    expect(line).toMatch(/,#[0-9A-F]{6},/);
    expect(line).toContain(',"\'=HYPERLINK(""http://evil.example"";""Zoë"")",100.00,10.00,90.00,');
    expect(closing).toBe(`${today},Balance so far,,,,,,90.00,USD`);
  });

  it('comes as a PDF with its fonts', async () => {
    const developer = await earner('שלום 漢字 😀');
    const { statusCode, headers, rawPayload } = await paper(
      developer,
      thisMonth.slice(0, 4),
      'application/pdf',
    );
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(rawPayload.toString('latin1')).toMatch(/FontFile2[\s\S]*%%EOF\s*$/);
  });

  it('is drawn with thousands of lines, whatever they say', async () => {
    const developer = await earner('Fix it');
    const one = ok(await statement(developer, thisMonth));
    const titles = ['x'.repeat(200), '\u202e\u05e9 '.repeat(60), '漢字😀'.repeat(60), 'Fix it'];
    const lines = Array.from({ length: 2000 }, (_, index) => ({
      ...(one.lines[0] as Statement['lines'][number]),
      milestone_title: titles[index % titles.length] ?? null,
    }));
    const drawn = await drawPaper({ statement: { ...one, lines } }, developer.id);
    expect(drawn.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(50);
  }, 60_000);
});

type Movement = [kind: 'release' | 'refund' | 'payout' | 'failed', cents: number, at: Date];

const movements = fc.array(
  fc.tuple(
    fc.constantFrom('release', 'release', 'refund', 'payout', 'failed') as fc.Arbitrary<
      Movement[0]
    >,
    fc.integer({ min: 5, max: 100_000 }),
    fc.date({
      min: new Date('2024-10-01'),
      max: new Date('2026-03-31T23:59:59.999Z'),
      noInvalidDate: true,
    }),
  ),
  { maxLength: 25 },
);

const MONTHS = [2024, 2025, 2026]
  .flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`),
  )
  .filter((month) => month >= '2024-10' && month <= '2026-03');

describe('the statements of any money', () => {
  it('go on where the last one ended, and a year is the sum of its months', async () => {
    await fc.assert(
      fc.asyncProperty(movements, async (all) => {
        const developer = await world.person('developer');
        await sql`update profiles set created_at = '2024-10-01' where id = ${developer.id}`.execute(
          world.context.db,
        );
        for (const movement of all) await move(developer.id, movement);
        const { db } = world.context;
        const read = (period: string) => statementFor(db, developer.viewer, period);
        const months = await Promise.all(MONTHS.map(read));
        let before = 0;
        for (const month of months) {
          expect(month.opening_cents).toBe(before);
          before = month.closing_cents;
        }
        expect(before).toBe(await balance(db, 'developer', developer.id));
        expect(before).toBe(expectedOf(all));
        const kinds = months.flatMap(({ lines }) => lines.map(({ kind }) => kind));
        const moved = all.map(([kind]) => (kind === 'failed' ? 'payout_failed' : kind));
        expect(kinds.sort()).toEqual(moved.sort());
        for (const year of ['2024', '2025', '2026']) {
          const whole = await read(year);
          const parts = months.filter(({ period }) => period.startsWith(year));
          expect(whole.opening_cents).toBe(parts[0]?.opening_cents);
          expect(whole.closing_cents).toBe(parts.at(-1)?.closing_cents);
          expect(whole.lines).toEqual(parts.flatMap(({ lines }) => lines));
          for (const name of ['gross_cents', 'fee_cents', 'released_cents'] as const)
            expect(whole.totals[name]).toBe(
              parts.reduce((sum, { totals }) => sum + totals[name], 0),
            );
        }
      }),
      { numRuns: 8 },
    );
  }, 60_000);
});

/** What is left of all that, computed without the ledger. */
function expectedOf(all: readonly Movement[]): number {
  const share = (cents: number) => cents - feeCents(cents);
  const signs = { release: 1, refund: -1, payout: -1, failed: 1 };
  return all.reduce((sum, [kind, cents]) => {
    const isWork = kind === 'release' || kind === 'refund';
    return sum + signs[kind] * (isWork ? share(cents) : cents);
  }, 0);
}

/** Books a movement, and dates it. A refund is of a release that it brings along, long before. */
async function move(developerId: string, [kind, cents, at]: Movement): Promise<void> {
  await world.context.db.transaction().execute(async (tx) => {
    const id = randomUUID();
    const key = randomUUID();
    if (kind === 'release' || kind === 'refund') {
      await tx
        .insertInto('billing_records')
        .values({ id, kind: 'service', held_for: id, price_cents: cents })
        .execute();
      const held = { held_for: id, price_cents: cents, discount_cents: 0 };
      const settled = settleLines(
        { ...held, fee_cents: feeCents(cents) },
        { released_cents: cents, developer_id: developerId },
      );
      const isBack = kind === 'refund';
      const moved = settled.map((line) => ({
        ...line,
        amount_cents: isBack ? -line.amount_cents : line.amount_cents,
        ...(line.account === 'held' && { account: 'refunds' as const, owner_id: null }),
      }));
      await book(tx, {
        key,
        kind: isBack ? 'case_refund' : 'release',
        billing_record_id: id,
        lines: moved,
      });
      // Where the provider keeps it says nothing of whose it is.
      const lines = transferLines(developerId, 4321);
      await book(tx, { key: `${key}.sent`, kind: 'transfer', billing_record_id: id, lines });
    } else {
      await book(tx, {
        key,
        kind: kind === 'payout' ? 'payout' : 'payout_failed',
        payout_id: id,
        lines: payoutLines(developerId, kind === 'payout' ? cents : -cents),
      });
    }
    await sql`set constraints all immediate`.execute(tx);
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update ledger_entries set created_at = ${at}
      where key in (${key}, ${`${key}.sent`})`.execute(tx);
  });
}
