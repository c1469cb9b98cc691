import { z } from 'zod';
import { instant } from './text.ts';

/** `work`: the unblocker's to the customer. `fee`: the platform's to the unblocker. */
const INVOICE_SUBJECTS = ['work', 'fee'] as const;
const INVOICE_KINDS = ['invoice', 'credit_note'] as const;

/** Where an invoice is listed, by its number and amount. */
export const invoiceLinkSchema = z
  .object({
    id: z.uuid(),
    invoice_number: z.string(),
    subject: z.enum(INVOICE_SUBJECTS),
    kind: z.enum(INVOICE_KINDS),
    amount_cents: z.int(),
  })
  .meta({ id: 'InvoiceLink' });
export type InvoiceLink = z.infer<typeof invoiceLinkSchema>;

/** An invoice or credit note, as its paper shows it. Amounts are in US cents. */
export const invoiceSchema = invoiceLinkSchema
  .extend({
    issued_at: instant,
    seller_name: z.string(),
    buyer_name: z.string(),
    request: z.string().nullable().describe('The short id of the request'),
    milestone_title: z.string().nullable().describe('Null once the request was removed'),
    promotion_cents: z.int().describe('Paid by the platform: the first hour of a new customer'),
    credits: z.string().nullable().describe('The number of the invoice that it corrects'),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof invoiceSchema>;

/** A printed number: the platform's have one series, and each unblocker has one. */
export function invoiceNumber(series: number, subject: InvoiceLink['subject'], number: number) {
  const prefix = subject === 'fee' ? 'UB' : `U${series}`;
  return `${prefix}-${String(number).padStart(6, '0')}`;
}
