import { z } from 'zod';
import { instant } from './text.ts';

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

/** A receipt's number as it stands on it. */
export function receiptNumber(number: number): string {
  return `R-${String(number).padStart(6, '0')}`;
}

/** What was paid back of a billing record, with the number of its receipt. */
const refundSchema = z.object({
  receipt_number: z.string(),
  amount_cents: z.int(),
  created_at: instant,
});

/** What the payment-success page and the receipt show: the provider's word, not the browser's. */
export const billingRecordSchema = z
  .object({
    id: z.uuid(),
    ticket_id: z.uuid(),
    milestone_id: z.uuid(),
    milestone_title: z.string(),
    status: z.enum(BILLING_STATUSES),
    payment_status: z.enum(['paid', 'waiting', 'not_paid']),
    estimated_minutes: z.int().describe('What the price is made of: time'),
    hourly_rate_cents: z.int().describe('... times rate'),
    price_cents: z.int(),
    discount_cents: z.int().describe('The first-hour price of a new customer'),
    charge_cents: z.int().describe('What the customer pays: the price less the discount'),
    fee_cents: z.int().describe('The platform fee, which is part of the price'),
    receipt_number: z.string().nullable().describe('Once paid'),
    paid_at: instant.nullable(),
    refunds: z.array(refundSchema),
  })
  .meta({ id: 'BillingRecord' });
export type BillingRecord = z.infer<typeof billingRecordSchema>;
