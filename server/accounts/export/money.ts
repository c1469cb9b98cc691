import { type Expression, type SqlBool, sql } from 'kysely';
import type { Export } from '#domain/export.ts';
import type { LedgerAccount } from '#domain/ledger.ts';
import type { Reader } from '../../database/database.ts';
import { asLink, invoiceRows } from '../../ledger/invoices.ts';
import { seen } from '../../lifecycle/visibility.ts';
import { BATCH, inBatches, later } from './rows.ts';

type BillingRecord = Export['billing_records'][number];
type LedgerLine = Export['ledger_lines_as_customer'][number];
type Place = { created_at: Date; id: string } | undefined;

/** Billing records of a person's requests. Of a deleted request only the payments are left. */
export async function* billingRecordsOf(db: Reader, me: string): AsyncGenerator<BillingRecord> {
  const read = (after: Place) =>
    db
      .selectFrom('billing_records as b')
      .leftJoin('tickets as t', 't.id', 'b.ticket_id')
      .select(['b.id', 'b.ticket_id', 'b.milestone_id', 'b.status', 'b.price_cents'])
      .select(['b.discount_cents', 'b.created_at', 'b.paid_at', 'b.settled_at', 't.customer_id'])
      .where((where) =>
        where.or([
          seen.isSide({ id: me }),
          where.and([where('b.ticket_id', 'is', null), where('b.id', 'in', paidBy(db, me))]),
        ]),
      )
      .where(later('b', after))
      .orderBy('b.created_at')
      .orderBy('b.id')
      .limit(BATCH)
      .execute();
  for await (const { customer_id, ...row } of inBatches<Awaited<ReturnType<typeof read>>[number]>(
    read,
  )) {
    const my_part = customer_id === me || row.ticket_id === null ? 'customer' : 'developer';
    const discount_cents = my_part === 'customer' ? row.discount_cents : null;
    yield { ...row, my_part, discount_cents };
  }
}

/** A customer's payments, also unfinished ones. */
export async function* paymentsOf(
  db: Reader,
  me: string,
): AsyncGenerator<Export['payments'][number]> {
  const read = (after: Place) =>
    db
      .selectFrom('checkouts')
      .select(['id', 'billing_record_id', 'provider', 'charge_cents', 'discount_cents'])
      .select(['status', 'created_at'])
      .where('customer_id', '=', me)
      .where(later('checkouts', after))
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
  yield* inBatches<Awaited<ReturnType<typeof read>>[number]>(read);
}

function paidBy(db: Reader, me: string) {
  return db
    .selectFrom('checkouts')
    .select('billing_record_id as id')
    .where('customer_id', '=', me)
    .where('status', 'in', ['paid', 'refunded']);
}

/** Records of a person's requests, and of those that were removed what they paid. */
function paidFor(db: Reader, me: string) {
  return db
    .selectFrom('billing_records as b')
    .innerJoin('tickets as t', 't.id', 'b.ticket_id')
    .select('b.id')
    .where('t.customer_id', '=', me)
    .union(paidBy(db, me));
}

/** Ledger lines of a customer's payments. The developer's share and the fee are not theirs. */
export function ledgerAsCustomer(db: Reader, me: string): AsyncGenerator<LedgerLine> {
  const records = paidFor(db, me);
  const accounts: LedgerAccount[] = [
    'clearing',
    'outside',
    'held',
    'promotions',
    'refunds',
    'disputes',
  ];
  return lines(
    db,
    sql<SqlBool>`e.billing_record_id in (${records}) and l.account = any(${accounts}::text[])`,
  );
}

/** A developer's ledger lines. */
export function ledgerAsDeveloper(db: Reader, me: string): AsyncGenerator<LedgerLine> {
  const accounts: LedgerAccount[] = ['developer', 'connected'];
  return lines(db, sql<SqlBool>`l.account = any(${accounts}::text[]) and l.owner_id = ${me}::uuid`);
}

/** Invoices of which a person is the seller or the buyer. */
export async function* invoicesFor(
  db: Reader,
  me: string,
): AsyncGenerator<Export['invoices'][number]> {
  const mine = sql<SqlBool>`(i.developer_id = ${me}::uuid
    or s.developer_id is not null and i.billing_record_id in (${paidFor(db, me)}))`;
  const read = (after: { entry_id: number; series_id: number } | undefined) =>
    invoiceRows(db)
      .innerJoin('ledger_entries as e', 'e.id', 'i.entry_id')
      .select('e.created_at as issued_at')
      .where(mine)
      .where(
        after
          ? sql<SqlBool>`(i.entry_id, i.series_id) > (${after.entry_id}, ${after.series_id})`
          : sql<SqlBool>`true`,
      )
      .orderBy('i.entry_id')
      .orderBy('i.series_id')
      .limit(BATCH)
      .execute();
  for await (const row of inBatches<Awaited<ReturnType<typeof read>>[number]>(read))
    yield { ...asLink(row), issued_at: row.issued_at };
}

/** A developer's payouts. */
export async function* payoutsOf(
  db: Reader,
  me: string,
): AsyncGenerator<Export['payouts'][number]> {
  const read = (after: Place) =>
    db
      .selectFrom('payouts')
      .select(['id', 'amount_cents', 'status', 'created_at', 'settled_at'])
      .where('developer_id', '=', me)
      .where(later('payouts', after))
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
  yield* inBatches<Awaited<ReturnType<typeof read>>[number]>(read);
}

/** An entry has a handful of lines, so the place is the entry and the account within it. */
function lines(db: Reader, which: Expression<SqlBool>): AsyncGenerator<LedgerLine> {
  const read = (after: LedgerLine | undefined) =>
    db
      .selectFrom('ledger_lines as l')
      .innerJoin('ledger_entries as e', 'e.id', 'l.entry_id')
      .select(['l.entry_id', 'e.kind', 'e.billing_record_id', 'e.created_at', 'l.amount_cents'])
      .select((query) => query.ref('l.account').$castTo<LedgerAccount>().as('account'))
      .where(which)
      .where(
        after
          ? sql<SqlBool>`(l.entry_id, l.account) > (${after.entry_id}, ${after.account})`
          : sql<SqlBool>`true`,
      )
      .orderBy('l.entry_id')
      .orderBy('l.account')
      .limit(BATCH)
      .execute();
  return inBatches<LedgerLine>(read);
}
