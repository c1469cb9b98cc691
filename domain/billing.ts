import { z } from 'zod';

/** The life of a billing record. Source: product decisions, "Money". */
export const BILLING_STATUSES = ['unpaid', 'held', 'released', 'refunded', 'void'] as const;
export type BillingStatus = (typeof BILLING_STATUSES)[number];

const billingTransitions: Record<BillingStatus, readonly BillingStatus[]> = {
  unpaid: ['held', 'void'],
  held: ['released', 'refunded'],
  released: [],
  refunded: [],
  void: [],
};

/** Whether a billing record may go from one status to another. */
export function billingMayBecome(from: BillingStatus, to: BillingStatus): boolean {
  return billingTransitions[from].includes(to);
}

/** 'Paid' in the specification's sense: the customer's money has reached the platform. */
export function isPaid(status: BillingStatus | null): boolean {
  return status === 'held' || status === 'released';
}

export const checkoutSchema = z.object({ checkout_url: z.url() });

/** What the payment-success page shows: the provider's word, not the browser's. */
export const billingRecordSchema = z
  .object({
    id: z.uuid(),
    ticket_id: z.uuid(),
    milestone_id: z.uuid(),
    milestone_title: z.string(),
    status: z.enum(BILLING_STATUSES),
    payment_status: z.enum(['paid', 'waiting', 'not_paid']),
    price_cents: z.int(),
    discount_cents: z.int(),
    charge_cents: z.int(),
  })
  .meta({ id: 'BillingRecord' });
export type BillingRecord = z.infer<typeof billingRecordSchema>;
