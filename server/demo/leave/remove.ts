import { sql } from 'kysely';
import { ConfigError } from '../../config/config.ts';
import type { Tx } from '../../database/database.ts';
import { brokenInvariants } from '../../operation/invariants.ts';
import { DEMO_ADDRESSES } from '../people.ts';
import { DoomedRows, guardedTables, tablesWith } from './doomed-rows.ts';
import { findInDatabase } from './find.ts';

/** May refer to a person who stays, and are worthless without their subject. */
const WORTHLESS = ['notifications', 'invitations', 'files'];
/** What is left to jobs, which remove bytes of the store first. */
const WITH_BYTES = ['files', 'code_packs'];

/**
 * Deletes the demo people, all rows that depend on them and the sandbox's data in one transaction.
 * Files are only marked, for the job that deletes their bytes. Evidence files of the trial are vouched for
 * no more: somebody may have seen the key that signed them.
 * @param keyId names the key that evidence files will be signed with, which stays in trust
 * @throws ConfigError when data of other people would be lost; then nothing is deleted
 */
export async function removeTrial(tx: Tx, keyId: string | null = null): Promise<void> {
  const broken = await brokenInvariants(tx);
  const doomed = await doomedByTrial(tx);
  await doomed.add('evidence_keys', sql`t.kid is distinct from ${keyId}`);
  const lost = await realAmong(tx, doomed);
  if (lost.length > 0) {
    throw new ConfigError(
      `Nothing was removed, as other people have a part in it: ${lost.join(', ')}. Give production an empty database and DATA_DIR instead.`,
    );
  }
  await remove(tx, doomed);
  const left = await findInDatabase(tx);
  const torn = (await brokenInvariants(tx)).filter((each) => !broken.includes(each));
  if (left.length + torn.length > 0)
    throw new Error(`What is left does not hold together: ${[...left, ...torn].join('; ')}`);
}

async function doomedByTrial(tx: Tx): Promise<DoomedRows> {
  const doomed = await DoomedRows.none(tx);
  const isDemo = sql`in (${sql.join(DEMO_ADDRESSES)})`;
  const people = sql`select id from users where email ${isDemo}`;
  await doomed.add('profiles', sql`t.id in (${people})`);
  await doomed.add('idempotency_keys', sql`t.owner in (select p.id::text from (${people}) p)`);
  await doomed.add('waitlist', sql`t.email ${isDemo}`);
  await doomed.add('mails', sql`t.recipient ${isDemo}`);
  for (const name of (await tablesWith(tx, 'provider')).keys())
    await doomed.add(name, sql`t.provider = 'sandbox'`);
  for (const name of ['sandbox_payments', 'sandbox_moves', 'sandbox_events'])
    await doomed.add(name, sql`true`);
  await doomed.add(
    'billing_records',
    sql`t.id in (select billing_record_id from checkouts
      where provider = 'sandbox' and status in ('paid', 'returned', 'refunded'))`,
  );
  await doomed.spread();
  return doomed;
}

/** Rows to be deleted that also belong to a person who stays, as `3 of messages`. */
async function realAmong(tx: Tx, doomed: DoomedRows): Promise<string[]> {
  const sandbox = await tablesWith(tx, 'provider');
  const addressed = await tablesWith(tx, '%email');
  const lost: string[] = [];
  for (const table of await doomed.tables()) {
    if (sandbox.has(table) || WORTHLESS.includes(table)) continue;
    const counts = [
      await doomed.countTornFrom(table, 'profiles'),
      await doomed.countTornFrom(table, 'tickets'),
    ];
    for (const column of addressed.get(table) ?? [])
      counts.push(
        await doomed.count(
          table,
          sql<boolean>`${sql.ref(`t.${column}`)} not in (${sql.join(DEMO_ADDRESSES)})`,
        ),
      );
    const most = Math.max(...counts);
    if (most > 0) lost.push(`${most} of ${table}`);
  }
  return lost;
}

/** Ledger and audit log refuse deletion unless their owner turns the triggers off first. */
async function remove(tx: Tx, doomed: DoomedRows): Promise<void> {
  const tables = await doomed.tables();
  const guarded = (await guardedTables(tx)).filter((name) => tables.includes(name));
  for (const name of guarded)
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
  await doomed.markFiles();
  for (const name of tables) {
    if (!WITH_BYTES.includes(name)) await doomed.remove(name);
  }
  // Numbers of invoices that are left have no gap: those of the trial were the first.
  await sql`update invoice_series s set last = (select coalesce(max(i.number), 0) from invoices i
    where i.series_id = s.id)`.execute(tx);
  await sql`set constraints all immediate`.execute(tx);
  for (const name of guarded)
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
}
