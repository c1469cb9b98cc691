import { expect, test } from 'vitest';
import { invoiceNotes } from './invoice-words.ts';

test('the note on a paper says of its own kind where the money went', () => {
  expect(invoiceNotes.work.invoice).toContain('has released it');
  expect(invoiceNotes.fee.invoice).toContain('was kept');
  expect(invoiceNotes.work.credit_note).toBe(
    'This amount was given back. It corrects the invoice above. No tax is included.',
  );
  expect(invoiceNotes.fee.credit_note).toBe(
    'This part of the fee was given up. It corrects the fee invoice above. No tax is included.',
  );
});
