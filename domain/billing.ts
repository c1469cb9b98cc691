import { z } from 'zod';
import { FIRST_HOUR_REFUSALS } from './first-hour.ts';
import { invoiceLinkSchema } from './invoice.ts';
import { moneyPlacesSchema } from './record-money-schemas.ts';
import { instant } from './text.ts';

/**
 * The life of a billing record; a repair has none, and counts as `free`. Source: product decisions,
 * "Money" and "A guarantee that is a rule".
 */
export const BILLING_STATUSES = ['unpaid', 'held', 'released', 'refunded', 'void', 'free'] as const;
export type BillingStatus = (typeof BILLING_STATUSES)[number];

const billingTransitions: Record<BillingStatus, readonly BillingStatus[]> = {
  unpaid: ['held', 'void'],
  held: ['released', 'refunded'],
  released: [],
  refunded: [],
  void: [],
  free: [],
};

/** Whether a billing record may go from one status to another. */
export function billingMayBecome(from: BillingStatus, to: BillingStatus): boolean {
  return billingTransitions[from].includes(to);
}

/**
 * 'Paid' in the specification's sense: the platform has the customer's money. Repairs were paid with
 * the original work.
 */
export function isPaid(status: BillingStatus | null): boolean {
  return status === 'held' || status === 'released' || status === 'free';
}

export const checkoutSchema = z.object({ checkout_url: z.url() });

/** A receipt's printed number. */
export function receiptNumber(number: number): string {
  return `R-${String(number).padStart(6, '0')}`;
}

/**
 * `payment`: money held for the work. `refund`: part of it returned. `return`: an unexpected payment,
 * such as a second one, that was sent back.
 */
const RECEIPT_KINDS = ['payment', 'refund', 'return'] as const;

const receiptSchema = z
  .object({
    receipt_number: z.string(),
    kind: z.enum(RECEIPT_KINDS),
    billing_record_id: z.uuid(),
    amount_cents: z.int(),
    created_at: instant,
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof receiptSchema>;

/** For the payment-success page and the receipt: as the provider says, not the browser. */
export const billingRecordSchema = z
  .object({
    id: z.uuid(),
    ticket_id: z.uuid(),
    milestone_id: z.uuid().nullable().describe('Null once it is no longer in the plan'),
    milestone_title: z.string().nullable(),
    delivered: z.boolean().describe('Its delivery is in review'),
    status: z.enum(BILLING_STATUSES),
    payment_status: z.enum(['paid', 'waiting', 'not_paid']),
    returned_for: z
      .enum(FIRST_HOUR_REFUSALS)
      .nullable()
      .describe('Why the last payment at the first-hour price was refunded'),
    estimated_minutes: z.int().nullable().describe('The price is time ...'),
    hourly_rate_cents: z.int().nullable().describe('... times rate'),
    price_cents: z.int(),
    discount_cents: z.int().describe('The first-hour price of a new customer'),
    charge_cents: z.int().describe('What the customer pays: the price less the discount'),
    fee_cents: z.int().describe('The platform fee, part of the price; fixed once held'),
    receipt_number: z.string().nullable().describe('Of the payment, once paid'),
    paid_at: instant.nullable(),
    payment_in_review: z.boolean().describe('Held until a moderator has reviewed it'),
    ...moneyPlacesSchema.shape,
    waiting: moneyPlacesSchema.nullable().describe('What happens to held money after the review'),
    refunds: z.array(receiptSchema).describe('All refunds, oldest first'),
    refund_failed_cents: z
      .int()
      .describe('Refunds that could not go back to where the customer paid from; owed to them'),
    paid_elsewhere_cents: z.int().describe('The part of the refunds that was paid another way'),
    invoices: z
      .array(invoiceLinkSchema)
      .describe('The unblocker’s, once released, with credit notes; oldest first'),
  })
  .meta({ id: 'BillingRecord' });
export type BillingRecord = z.infer<typeof billingRecordSchema>;

/**
 * Where the money of a request is: for the customer what they paid, for the developer their share.
 * Includes milestones that left the plan.
 */
export const ticketMoneySchema = z
  .object({
    ...moneyPlacesSchema.shape,
    receipts: z
      .array(receiptSchema.extend({ milestone_title: z.string().nullable() }))
      .describe('Oldest first; the customer’s only'),
    invoices: z
      .array(invoiceLinkSchema.extend({ milestone_title: z.string().nullable() }))
      .describe('Oldest first; the customer’s only'),
  })
  .meta({ id: 'TicketMoney' });
export type TicketMoney = z.infer<typeof ticketMoneySchema>;
