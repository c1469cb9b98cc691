import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connect, type Database, MIGRATING, queries } from '../database/database.ts';
import { newDatabase } from '../testing/new-database.ts';
import { moneyInvariants } from './invariants.ts';
import { unsettledDevelopers } from './unsettled-developers.ts';

const PAYMENTS = 5000;
/** Far more than they take: what compares each with each takes several seconds. */
const PATIENCE = { lock: 1000, statement: 1500 };

/** Paid, released and sent on. Without triggers, which would look at each row. */
async function fill(db: Database): Promise<void> {
  await sql`set session_replication_role = replica`.execute(db);
  await sql`create temporary table paid as select gen_random_uuid() as record, gen_random_uuid() as checkout,
    gen_random_uuid() as held_for, gen_random_uuid() as developer
    from generate_series(1, ${sql.lit(PAYMENTS)})`.execute(db);
  await sql`insert into billing_records (id, held_for, status, price_cents, fee_cents, released_cents, paid_at)
    select record, held_for, 'released', 10000, 1000, 10000, now() from paid`.execute(db);
  await sql`insert into checkouts (id, billing_record_id, provider, payment_reference, charge_cents, discount_cents, status)
    select checkout, record, 'stripe', checkout, 10000, 0, 'paid' from paid`.execute(db);
  await sql`insert into provider_calls (key, provider, kind, billing_record_id, developer_id, amount_cents, request,
      state, reference, settled_at)
    select 'transfer:' || record, 'stripe', 'transfer', record, developer, 9000, '{}', 'done', record, now()
    from paid`.execute(db);
  await sql`insert into ledger_entries (key, kind, billing_record_id)
    select 'hold:' || checkout, 'hold', record from paid union all
    select 'settle:' || record, 'release', record from paid union all
    select 'call:transfer:' || record, 'transfer', record from paid`.execute(db);
  await sql`insert into ledger_lines (entry_id, account, owner_id, amount_cents)
    select e.id, account, case account when 'held' then held_for when 'fees' then null
      when 'clearing' then null else developer end, cents
    from (values ('hold', 'held', 10000), ('hold', 'clearing', -10000), ('release', 'held', -10000),
      ('release', 'developer', 9000), ('release', 'fees', 1000), ('transfer', 'clearing', 9000),
      ('transfer', 'connected', -9000)) as line (kind, account, cents)
    join ledger_entries e using (kind) join paid on record = e.billing_record_id`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

async function filled(): Promise<Database> {
  const url = await newDatabase({ migrated: true });
  const open = (patience = MIGRATING) => {
    const pool = connect(url, { connections: 1, patience });
    onTestFinished(() => pool.end());
    return queries(pool);
  };
  await fill(open());
  return open(PATIENCE);
}

test('who is to be settled is found without reading what was settled', async () => {
  const db = await filled();
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, buffers, format json) ${unsettledDevelopers(new Date())}`.execute(db);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  const pages = (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  // All lines are on 300 pages, all entries on 200.
  expect(plan?.['Actual Rows']).toBe(0);
  expect(pages).toBeLessThan(150);
});

interface Plan {
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

test('the rules of the ledger are checked in time where many have paid', async () => {
  const db = await filled();
  for (const [name, query] of Object.entries(moneyInvariants)) {
    const outcome = await query.execute(db).then(
      () => 'in time',
      (error: Error) => error.message,
    );
    expect(`${name}: ${outcome}`).toBe(`${name}: in time`);
  }
});
