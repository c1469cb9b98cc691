// Apart from the schemas, which bring Zod.
import type { InvoiceLink } from './invoice.ts';

type InvoiceWords = Readonly<Record<InvoiceLink['subject'], Record<InvoiceLink['kind'], string>>>;

/** What an invoice is called on screens and paper. */
export const invoiceNames: InvoiceWords = {
  work: { invoice: 'Invoice', credit_note: 'Credit note' },
  fee: { invoice: 'Fee invoice', credit_note: 'Fee credit note' },
};

/** What stands below the amount on paper: where the money is, and that there is no tax. */
export const invoiceNotes: InvoiceWords = {
  work: {
    invoice:
      'Nothing is to be paid: Unblock held the payment and has released it. The amount includes no tax.',
    credit_note: 'This amount was given back. It corrects the invoice above. No tax is included.',
  },
  fee: {
    invoice:
      'Nothing is to be paid: the fee was kept when the payment was released. The amount includes no tax.',
    credit_note:
      'This part of the fee was given up. It corrects the fee invoice above. No tax is included.',
  },
};
