import { sql } from 'kysely';
import { inDatabase } from './database.ts';
import { expect, type RealServer } from './server.ts';

/** Of a request (`t`): who only reserved it has no part in its money. */
const isAtWork = sql`'AWAITING_ASSIGNMENT' not in (t.status, coalesce(t.status_before_help, ''))`;

/** Where the money of a request is, in cents: plain sums of the ledger's lines, not what the product reads. */
export interface Booked {
  /** What its customer has paid, and the price of it. */
  charged: number;
  held: number;
  /** Of what is held, the unblocker's part. */
  share: number;
  earned: number;
  fees: number;
  back: number;
  /** The address of the unblocker who has the request, and not only a reservation. */
  unblocker: string | null;
}

/** Reads the ledger, and holds it to be exact: each entry balances, and no cent is missing. */
export async function inLedger(server: RealServer, ticketId: string): Promise<Booked> {
  let found: (Booked & { unbalanced: number }) | undefined;
  await inDatabase(server, async ({ db }) => {
    const { rows } = await sql<Booked & { unbalanced: number }>`
      select coalesce(-sum(l.amount_cents) filter (where e.kind = 'hold' and l.account = 'clearing'), 0)::int as charged,
        coalesce(sum(l.amount_cents) filter (where l.account = 'held'), 0)::int as held,
        (select coalesce(sum(price_cents - fee_cents), 0)::int from billing_records
          where ticket_id = ${ticketId}::uuid and status = 'held') as share,
        coalesce(sum(l.amount_cents) filter (where l.account = 'developer'), 0)::int as earned,
        coalesce(sum(l.amount_cents) filter (where l.account = 'fees'), 0)::int as fees,
        coalesce(sum(l.amount_cents) filter (where l.account = 'refunds' and e.kind in ('refund', 'split')), 0)::int as back,
        coalesce(sum(l.amount_cents), 0)::int as unbalanced,
        (select u.email from tickets t join users u on u.id = t.developer_id
          where t.id = ${ticketId}::uuid and ${isAtWork}) as unblocker
      from billing_records b join ledger_entries e on e.billing_record_id = b.id
      join ledger_lines l on l.entry_id = e.id where b.ticket_id = ${ticketId}::uuid`.execute(db);
    found = rows[0];
  });
  if (!found) throw new Error('the ledger was not read');
  const { unbalanced, ...booked } = found;
  expect(unbalanced).toBe(0);
  expect(booked.held + booked.earned + booked.fees + booked.back).toBe(booked.charged);
  return booked;
}

/** The billing records of a request that were paid once. */
export async function paidRecords(server: RealServer, ticketId: string): Promise<string[]> {
  const ids: string[] = [];
  await inDatabase(server, async ({ db }) => {
    const { rows } = await sql<{ id: string }>`select distinct b.id from billing_records b
      join ledger_entries e on e.billing_record_id = b.id and e.kind = 'hold'
      where b.ticket_id = ${ticketId}::uuid`.execute(db);
    ids.push(...rows.map(({ id }) => id));
  });
  return ids;
}

/** What the ledger has for an unblocker: of one request, and held in all their requests; in cents. */
export async function earningsOf(
  server: RealServer,
  ticketId: string,
  email: string,
): Promise<{ entries: number; held: number }> {
  let found: { entries: number; held: number } | undefined;
  await inDatabase(server, async ({ db }) => {
    const { rows } = await sql<{ entries: number; held: number }>`
      select (select coalesce(sum(l.amount_cents), 0)::int from ledger_lines l
          join ledger_entries e on e.id = l.entry_id
          join billing_records b on b.id = e.billing_record_id
          where b.ticket_id = ${ticketId}::uuid and l.account = 'developer' and l.owner_id = u.id) as entries,
        (select coalesce(sum(price_cents - fee_cents), 0)::int from billing_records b
          join tickets t on t.id = b.ticket_id
          where t.developer_id = u.id and b.status = 'held' and ${isAtWork}) as held
      from users u where u.email = ${email}`.execute(db);
    found = rows[0];
  });
  if (!found) throw new Error('the ledger was not read');
  return found;
}
