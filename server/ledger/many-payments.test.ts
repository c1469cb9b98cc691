import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connect, type Database, queries } from '../database/database.ts';
import { newDatabase } from '../testing/new-database.ts';
import { moneyInvariants } from './invariants.ts';

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
      ('release', 'developer', 9000), ('release', 'fees', 1000), ('transfer', 'developer', -9000),
      ('transfer', 'connected', 9000)) as line (kind, account, cents)
    join ledger_entries e using (kind) join paid on record = e.billing_record_id`.execute(db);
  await sql`analyze`.execute(db);
}

test('the rules of the ledger are checked in time where many have paid', async () => {
  const url = await newDatabase({ migrated: true });
  const pool = connect(url, { connections: 1, patience: PATIENCE });
  onTestFinished(() => pool.end());
  const db = queries(pool);
  await fill(db);
  for (const [name, query] of Object.entries(moneyInvariants)) {
    const outcome = await query.execute(db).then(
      () => 'in time',
      (error: Error) => error.message,
    );
    expect(`${name}: ${outcome}`).toBe(`${name}: in time`);
  }
});
