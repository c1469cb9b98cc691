import type { BillingRecord, BillingStatus, Receipt } from '#domain/billing.ts';

export const receiptKinds: Record<Receipt['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  return: 'Payment that was not expected',
};

const places: Record<BillingStatus, string> = {
  unpaid: '',
  held: 'Held by Unblock until you approve the work.',
  released: 'Released to your unblocker for approved work.',
  refunded: 'Paid back to you in full.',
  void: 'This milestone was called off. There is nothing to pay.',
};

/** Where the customer's money is, in one sentence. */
export function whereItIs({ status, refunds, payment_in_review }: BillingRecord): string {
  if (payment_in_review)
    return 'Held by Unblock. We look at this payment before it is released to your unblocker.';
  const isPart = status === 'released' && refunds.some(({ kind }) => kind === 'refund');
  return isPart ? 'Released to your unblocker, except what was paid back to you.' : places[status];
}
