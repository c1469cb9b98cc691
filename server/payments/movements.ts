import { type RawBuilder, sql } from 'kysely';
import { invoiceNumber } from '#domain/invoice.ts';
import { type StatementLine, statementWords } from '#domain/statement.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Reader } from '../database/database.ts';
import { csvDollars, csvLine } from '../http/csv.ts';

/** What an entry (`e`) says of the fee. */
const feeOfEntry: RawBuilder<number> = sql`coalesce((select f.amount_cents from ledger_lines f
  where f.entry_id = e.id and f.account = 'fees'), 0)::int`;

/** The movements of a developer's balance, as entries (`e`); in no order. */
export function movementsOf(db: Reader, developerId: string) {
  return db
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_entries as e', 'e.id', 'l.entry_id')
    .leftJoin('billing_records as b', 'b.id', 'e.billing_record_id')
    .leftJoin('invoice_series as s', 's.developer_id', 'l.owner_id')
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.entry_id', '=', 'e.id').onRef('i.series_id', '=', 's.id'),
    )
    .select(['e.id', 'e.created_at as at', 'e.kind', 'l.amount_cents as net_cents', 'b.ticket_id'])
    .select(['b.milestone_title', 'i.series_id', 'i.number', 'i.request'])
    .select(feeOfEntry.as('fee_cents'))
    .where('l.account', '=', 'developer')
    .where('l.owner_id', '=', developerId);
}

type Movement = Awaited<ReturnType<ReturnType<typeof movementsOf>['execute']>>[number];

/** A movement as a statement says it. */
export function asLine({
  at,
  milestone_title,
  net_cents,
  fee_cents,
  ...row
}: Movement): StatementLine {
  const kind = movementKind(row.kind);
  const isEarned = kind === 'release' || kind === 'refund';
  return {
    at,
    kind,
    request: row.request ?? (row.ticket_id && shortId(row.ticket_id)),
    milestone_title,
    invoice_number:
      row.series_id === null || row.number === null
        ? null
        : invoiceNumber(row.series_id, 'work', row.number),
    gross_cents: isEarned ? net_cents + fee_cents : null,
    fee_cents: isEarned ? fee_cents : null,
    net_cents,
  };
}

/** What an entry of this kind is for the developer. */
export function movementKind(entry: string): StatementLine['kind'] {
  if (entry === 'release' || entry === 'split') return 'release';
  return entry === 'payout' || entry === 'payout_failed' ? entry : 'refund';
}

const COLUMNS = [
  'Date (UTC)',
  'Kind',
  'Invoice',
  'Request',
  'Milestone',
  'Gross',
  'Fee',
  'Net',
  'Currency',
];

/** How a CSV of movements begins: with a mark that tells spreadsheets that it is UTF-8. */
export const CSV_HEAD = `\uFEFF${csvLine(COLUMNS)}`;

/** A line of a CSV of movements; amounts are in dollars. */
export function lineCsv(line: StatementLine): string {
  return csvLine([
    day(line.at),
    statementWords[line.kind],
    line.invoice_number ?? '',
    line.request === null ? '' : `#${line.request}`,
    line.milestone_title ?? '',
    csvDollars(line.gross_cents),
    csvDollars(line.fee_cents),
    csvDollars(line.net_cents),
    'USD',
  ]);
}

/** A balance between the lines of such a CSV. */
export function balanceCsv(at: string | Date, words: string, cents: number): string {
  return csvLine([day(at), words, '', '', '', '', '', csvDollars(cents), 'USD']);
}

function day(at: string | Date): string {
  return new Date(at).toISOString().slice(0, 10);
}
