import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finish, fundInSandbox, makeDeal } from '../testing/payments/money-world.ts';
import { openWorld, type World } from '../testing/world.ts';
import { checkLedger, ledgerState } from './check-ledger.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const deal = await makeDeal({ world });
  await fundInSandbox(world, deal);
  await finish(deal);
});
afterAll(() => world.close());

/** What the database says to it, or null when it lets it happen. */
async function refusalOf(...statements: RawBuilder<unknown>[]): Promise<string | null> {
  return world.context.db
    .transaction()
    .execute(async (tx) => {
      for (const statement of statements) await statement.execute(tx);
    })
    .then(
      () => null,
      (error: Error) => error.message,
    );
}

const entry = (key: string) => sql`
  insert into ledger_entries (key, kind, billing_record_id) values (${key}, 'hold', gen_random_uuid())`;
const line = (key: string, account: string, cents: number, owner: string | null = null) => sql`
  insert into ledger_lines (entry_id, account, owner_id, amount_cents)
  select id, ${account}, ${owner}::uuid, ${cents} from ledger_entries where key = ${key}`;
const SOMEBODY = '00000000-0000-4000-8000-000000000001';

describe('the ledger', () => {
  it.each(['ledger_entries', 'ledger_lines', 'receipts', 'invoices'])(
    'lets nobody change or remove what stands in %s',
    async (table) => {
      const name = sql.table(table);
      const column = sql.ref(table === 'ledger_lines' ? 'amount_cents' : 'billing_record_id');
      for (const statement of [
        sql`update ${name} set ${column} = ${column}`,
        sql`delete from ${name}`,
        sql`truncate ${name} cascade`,
      ]) {
        expect(await refusalOf(statement)).toMatch(/append-only/);
      }
    },
  );

  it('refuses an entry that does not balance, or that is empty', async () => {
    expect(await refusalOf(entry('a'))).toMatch(/does not balance/);
    expect(await refusalOf(entry('b'), line('b', 'clearing', -5))).toMatch(/does not balance/);
    expect(await refusalOf(entry('c'), line('c', 'clearing', -5), line('c', 'refunds', 4))).toMatch(
      /does not balance/,
    );
  });

  it('refuses a line that comes later, even with one that balances it', async () => {
    const balanced = [line('d', 'clearing', -5), line('d', 'refunds', 5)];
    expect(await refusalOf(entry('d'), ...balanced)).toBeNull();
    expect(await refusalOf(...balanced)).toMatch(/is complete/);
  });

  it('refuses to let more leave than is held', async () => {
    const lines = [line('e', 'held', -5, SOMEBODY), line('e', 'refunds', 5)];
    expect(await refusalOf(entry('e'), ...lines)).toMatch(/more would leave/);
  });

  it('refuses the same entry twice, and accounts without or with a wrong owner', async () => {
    expect(await refusalOf(entry('d'))).toMatch(/unique/);
    expect(await refusalOf(entry('f'), line('f', 'held', 5))).toMatch(/check constraint/);
    expect(await refusalOf(entry('f'), line('f', 'fees', 5, SOMEBODY))).toMatch(/check constraint/);
    expect(await refusalOf(entry('f'), line('f', 'fees', 0))).toMatch(/check constraint/);
    expect(await refusalOf(entry('f'), line('f', 'pocket', 5))).toMatch(/check constraint/);
  });
});

describe('the ledger checker', () => {
  const metrics = async () => (await world.app.inject('/metrics')).body;

  it('finds nothing where all is well, and an alarm where one cent is off', async () => {
    const { context } = world;
    // What the tests above have booked is in nobody's record.
    await context.db.deleteFrom('ledger_checks').execute();
    const began = performance.now();
    await checkLedger(context);
    const check = context.db.selectFrom('ledger_checks').select('took_ms');
    const { took_ms } = await check.executeTakeFirstOrThrow();
    expect(took_ms).toBeLessThanOrEqual(Math.ceil(performance.now() - began));
    const before = (await ledgerState(context.db)).broken;
    await context.db
      .updateTable('billing_records')
      .set({ status: 'held', released_cents: 0, settled_at: null })
      .where('status', '=', 'released')
      .execute();
    await checkLedger(context);
    const { broken, checked_at } = await ledgerState(context.db);
    expect(checked_at).toBeInstanceOf(Date);
    expect(broken.length).toBeGreaterThan(before.length);
    expect(broken.join()).toContain('what is held is not what its billing record says');
    expect(await metrics()).toContain(`unblock_ledger_broken ${broken.length}`);
  });

  it('tells its figures to this machine and to whoever has the key, and to nobody else', async () => {
    expect(await metrics()).toMatch(/unblock_ledger_balance_cents\{account="fees"\} 1000/);
    const proxied = { 'x-forwarded-for': '203.0.113.7' };
    const key = { authorization: `key ${world.context.config.serviceApiKey}` };
    const ask = (headers: Record<string, string>, remoteAddress?: string) =>
      world.app.inject({ url: '/metrics', headers, ...(remoteAddress && { remoteAddress }) });
    expect((await ask(proxied)).statusCode).toBe(404);
    expect((await ask({}, '203.0.113.7')).statusCode).toBe(404);
    expect((await ask({ authorization: 'key wrong' }, '203.0.113.7')).statusCode).toBe(404);
    expect((await ask({ ...proxied, ...key }, '203.0.113.7')).statusCode).toBe(200);
  });
});
