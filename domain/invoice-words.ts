// Apart from the schemas, which bring Zod.
import type { InvoiceLink } from './invoice.ts';

/** What an invoice is called on screens and paper. */
export const invoiceNames: Readonly<
  Record<InvoiceLink['subject'], Record<InvoiceLink['kind'], string>>
> = {
  work: { invoice: 'Invoice', credit_note: 'Credit note' },
  fee: { invoice: 'Fee invoice', credit_note: 'Fee credit note' },
};
