import { buffer } from 'node:stream/consumers';
import type { Invoice } from '#domain/invoice.ts';
import { invoiceNames, invoiceNotes } from '#domain/invoice-words.ts';
import { formatCents } from '#domain/money.ts';
import { INK, newDocument, numberPages, printerWith } from '../../paper/document.ts';
import { write } from '../../paper/write.ts';
import { Table } from './table.ts';

/** Titles and names are short, and all of them are printed. */
export const LIMITS = { one: 400, all: Number.POSITIVE_INFINITY, rest: 'shortened' };

/** Draws an invoice or a credit note. */
export function drawInvoice(invoice: Invoice): Promise<Buffer> {
  const printer = printerWith(LIMITS);
  const { invoice_number, subject, kind, amount_cents, promotion_cents, credits } = invoice;
  const name = invoiceNames[subject][kind];
  const title = `${name} ${invoice_number}`;
  const doc = newDocument(title);
  const drawn = buffer(doc);
  doc.font('bold').fontSize(18).fillColor(INK).text(title).moveDown(0.5);
  doc.font('plain').fontSize(10);
  for (const line of [
    `Date: ${new Date(invoice.issued_at).toISOString().slice(0, 10)} (UTC)`,
    `From: ${invoice.seller_name}${subject === 'work' ? ', through Unblock' : ''}`,
    `To: ${invoice.buyer_name}`,
    ...(credits === null ? [] : [`Corrects: ${credits}`]),
  ])
    write(doc, printer.show(line), { weight: 'plain' });
  doc.moveDown(1.5);
  const table = new Table(doc, [
    { head: 'What', width: 415 },
    { head: 'Amount in US dollars', width: 100, isAmount: true },
  ]);
  table.row([printer.show(whatOf(invoice)), formatCents(amount_cents)]);
  const total = kind === 'invoice' ? 'Total, paid' : 'Total, given back';
  table.row([total, formatCents(amount_cents)], { bold: true });
  if (promotion_cents > 0) {
    table.row(['Of it paid by Unblock: first-hour price', formatCents(promotion_cents)]);
    table.row(['Of it paid by the customer', formatCents(amount_cents - promotion_cents)]);
  }
  doc.moveDown();
  doc.font('plain').fontSize(8);
  doc.text(invoiceNotes[subject][kind]);
  numberPages(doc, `Unblock, ${title}`);
  doc.end();
  return drawn;
}

function whatOf({ subject, milestone_title, request }: Invoice): string {
  const work = milestone_title ?? 'Work on a request';
  const about = request === null ? work : `${work}, request #${request}`;
  return subject === 'work' ? about : `Platform fee: ${about}`;
}
