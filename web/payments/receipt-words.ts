import type { BillingRecord, Receipt } from '#domain/billing.ts';
import { paymentWords } from '#domain/record-money.ts';

export const receiptKinds: Record<Receipt['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  return: 'Payment that was not expected',
};

export function whereItIs(record: BillingRecord): string {
  if (record.status === 'void') return 'This milestone was called off. There is nothing to pay.';
  const words = paymentWords(record);
  if (words === null) return '';
  const waits = record.status === 'held' && !record.payment_in_review;
  return `${words}${waits ? ' until you approve the work' : ''}.`;
}
