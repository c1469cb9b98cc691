import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';

const BOOKS = ['ledger_entries', 'receipts', 'audit_log'];

/**
 * Dates books and log like the steps that they are of, which have been moved into the past. They are
 * append-only, also for us: only the owner of the tables can do this, and only here.
 */
export async function dateBooks(owner: Database): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await setTriggers(tx, sql`disable`);
    await sql`update ledger_entries e set created_at = coalesce(
        case when e.kind = 'hold' then b.paid_at end,
        (select max(h.created_at) from ticket_history h where h.ticket_id = b.ticket_id
          and h.action in ('accept', 'close-for-customer')
          and (h.milestone_id is null or h.milestone_id = b.milestone_id)),
        e.created_at)
      from billing_records b where b.id = e.billing_record_id`.execute(tx);
    await sql`update receipts r set created_at = e.created_at from ledger_entries e
      where e.key = r.entry_key`.execute(tx);
    await sql`update audit_log a set at = d.created_at from decisions d
      where d.ticket_id = a.ticket_id and d.kind = a.action`.execute(tx);
    await sql`update audit_log a set at = h.created_at from ticket_history h
      where h.ticket_id = a.ticket_id and h.action = 'report' and a.action = 'message_reported'`.execute(
      tx,
    );
    await setTriggers(tx, sql`enable`);
  });
}

async function setTriggers(tx: Tx, how: ReturnType<typeof sql>): Promise<void> {
  for (const name of BOOKS)
    await sql`alter table ${sql.table(name)} ${how} trigger user`.execute(tx);
}
