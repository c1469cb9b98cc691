import { buffer } from 'node:stream/consumers';
import { formatCents } from '#domain/money.ts';
import { type Statement, type StatementLine, statementWords } from '#domain/statement.ts';
import { INK, newDocument, numberPages, printerWith } from '../../paper/document.ts';
import type { Printer } from '../../paper/printable.ts';
import { write } from '../../paper/write.ts';
import { LIMITS } from './invoice-document.ts';
import { Table } from './table.ts';

const COLUMNS = [
  { head: 'Date (UTC)', width: 62 },
  { head: 'What', width: 205 },
  { head: 'Price', width: 82, isAmount: true },
  { head: 'Fee', width: 82, isAmount: true },
  { head: 'Amount', width: 84, isAmount: true },
];

/** Draws a statement: its sums, then each movement of the balance. */
export function drawStatement(statement: Statement): Promise<Buffer> {
  const printer = printerWith(LIMITS);
  const { period, name, lines, totals } = statement;
  const title = `Statement ${period}${statement.so_far ? ' so far' : ''}`;
  const doc = newDocument(title);
  const drawn = buffer(doc);
  doc.font('bold').fontSize(16).fillColor(INK).text(title).moveDown(0.4);
  doc.font('plain').fontSize(9);
  for (const line of [
    `For ${name}`,
    `From ${day(statement.from)} until the end of ${day(lastDay(statement))}, in UTC${statement.so_far ? ', as far as it has gone' : ''}`,
    'Amounts are in US dollars. Source: the ledger of Unblock.',
  ])
    write(doc, printer.show(line), { weight: 'plain' });
  doc.moveDown();
  const sums = new Table(doc, [
    { head: 'Sums', width: 431 },
    { head: 'Amount', width: 84, isAmount: true },
  ]);
  sums.row(['Opening balance', formatCents(statement.opening_cents)]);
  sums.row(['Released: what customers paid', formatCents(totals.gross_cents)]);
  sums.row(['Platform fee on it', formatCents(-totals.fee_cents || 0)]);
  sums.row(['Refunds taken back', formatCents(totals.refunded_cents)]);
  sums.row(['Payouts', formatCents(totals.paid_out_cents)]);
  const closing = statement.so_far ? 'Balance so far' : 'Closing balance';
  sums.row([closing, formatCents(statement.closing_cents)], { bold: true });
  doc.moveDown();
  if (lines.length === 0) doc.font('plain').fontSize(9).text('Nothing moved in this time.');
  else {
    const table = new Table(doc, COLUMNS);
    for (const line of lines) table.row(cellsOf(line, printer));
  }
  numberPages(doc, `Unblock, ${title}`);
  doc.end();
  return drawn;
}

function cellsOf(line: StatementLine, printer: Printer): string[] {
  const { at, gross_cents, fee_cents, net_cents } = line;
  return [
    day(at),
    printer.show(whatOf(line)),
    gross_cents === null ? '' : formatCents(gross_cents),
    fee_cents === null ? '' : formatCents(-fee_cents || 0),
    formatCents(net_cents),
  ];
}

/** 'Fix the login, request #ABC123, U1001-000004'. */
function whatOf({ kind, milestone_title, request, invoice_number }: StatementLine): string {
  const parts = [
    kind === 'release' ? (milestone_title ?? statementWords.release) : statementWords[kind],
    kind === 'refund' && milestone_title,
    request && `request #${request}`,
    invoice_number,
  ];
  return parts.filter(Boolean).join(', ');
}

function lastDay({ until }: Statement): Date {
  return new Date(new Date(until).getTime() - 1);
}

function day(at: string | Date): string {
  return new Date(at).toISOString().slice(0, 10);
}
