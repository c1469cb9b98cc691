import { sql } from 'kysely';
import { type Invoice, type InvoiceLink, invoiceNumber } from '#domain/invoice.ts';
import { DELETED_USER, fullName } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';

/** Invoices with their series; a series without a developer is the platform's. */
export function invoiceRows(db: Reader) {
  return db
    .selectFrom('invoices as i')
    .innerJoin('invoice_series as s', 's.id', 'i.series_id')
    .select(['i.id', 'i.series_id', 'i.number', 'i.amount_cents', 'i.entry_id'])
    .select(['i.billing_record_id', 'i.credits as credited_id'])
    .select(
      sql<InvoiceLink['subject']>`case when s.developer_id is null then 'fee' else 'work' end`.as(
        'subject',
      ),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof invoiceRows>['execute']>>[number];

export function asLink({
  id,
  series_id,
  subject,
  number,
  amount_cents,
  credited_id,
}: Row): InvoiceLink {
  return {
    id,
    invoice_number: invoiceNumber(series_id, subject, number),
    subject,
    kind: credited_id === null ? 'invoice' : 'credit_note',
    amount_cents,
  };
}

/** The invoices of these ledger entries, for the unblocker who earned by them. */
export async function invoicesOfEntries(
  db: Reader,
  entryIds: readonly number[],
): Promise<Map<number, InvoiceLink[]>> {
  if (entryIds.length === 0) return new Map();
  const rows = await invoiceRows(db)
    .where('i.entry_id', 'in', entryIds)
    .orderBy('subject', 'desc')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ entry_id }) => entry_id)].map(([id, all]) => [id, all.map(asLink)]),
  );
}

/** An unblocker's invoices to the customer of these records, oldest first; not the platform's. */
export async function invoicesOfRecords(
  db: Reader,
  recordIds: readonly string[],
): Promise<(InvoiceLink & { billing_record_id: string })[]> {
  if (recordIds.length === 0) return [];
  const rows = await invoiceRows(db)
    .where('i.billing_record_id', 'in', recordIds)
    .where('s.developer_id', 'is not', null)
    .orderBy('i.entry_id')
    .execute();
  return rows.map((row) => ({ ...asLink(row), billing_record_id: row.billing_record_id }));
}

/** The customer of the request (`t`); once it is removed the one who paid (`k`). Null for a service record. */
const buyer = sql<string | null>`coalesce(t.customer_id, k.customer_id)`;

/**
 * An invoice for its seller and its buyer: the unblocker reads both of their kinds, the customer
 * those to them, also after their request was removed. Names are as they are now, the title as it was
 * paid; both go with what they name.
 * @throws Refusal `not_found` for everyone else
 */
export async function invoiceFor(db: Reader, viewer: Viewer, id: string): Promise<Invoice> {
  const row = await invoiceRows(db)
    .innerJoin('ledger_entries as e', 'e.id', 'i.entry_id')
    .innerJoin('billing_records as b', 'b.id', 'i.billing_record_id')
    .leftJoin('tickets as t', 't.id', 'b.ticket_id')
    .innerJoin('profiles as d', 'd.id', 'i.developer_id')
    .leftJoin('checkouts as k', (join) =>
      join.onRef('k.billing_record_id', '=', 'b.id').on('k.status', 'in', ['paid', 'refunded']),
    )
    .leftJoin('profiles as c', (join) => join.on('c.id', '=', buyer))
    .leftJoin('invoices as o', 'o.id', 'i.credits')
    .select(['e.created_at as issued_at', 'i.promotion_cents', 'i.request'])
    .select(['b.milestone_title', 'o.number as credited_number'])
    .select(['d.first_name as developer_first', 'd.last_name as developer_last'])
    .select(['d.deleted_at as developer_left', 'c.deleted_at as customer_left'])
    .select(['c.first_name as customer_first', 'c.last_name as customer_last'])
    .where('i.id', '=', id)
    .where((is) =>
      is.or([
        is('i.developer_id', '=', viewer.id),
        is.and([is(buyer, '=', viewer.id), is('s.developer_id', 'is not', null)]),
      ]),
    )
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const { subject, series_id, credited_number } = row;
  const developer = nameOf(
    row.developer_first,
    row.developer_last,
    row.developer_left,
    'Developer',
  );
  const customer = nameOf(row.customer_first, row.customer_last, row.customer_left, 'Customer');
  return {
    ...asLink(row),
    issued_at: row.issued_at,
    seller_name: subject === 'fee' ? 'Unblock' : developer,
    buyer_name: subject === 'fee' ? developer : customer,
    request: row.request,
    milestone_title: row.milestone_title,
    promotion_cents: row.promotion_cents,
    credits: credited_number === null ? null : invoiceNumber(series_id, subject, credited_number),
  };
}

function nameOf(
  first_name: string | null,
  last_name: string | null,
  left: Date | null,
  fallback: 'Developer' | 'Customer',
): string {
  return left ? DELETED_USER : fullName({ first_name, last_name }, fallback);
}
