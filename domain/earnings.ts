import { z } from 'zod';
import { actionsSchema } from './actions.ts';
import { invoiceLinkSchema } from './invoice.ts';
import { PROVIDER_NAMES } from './payment-provider.ts';
import { instant } from './text.ts';

const PAYOUT_STATUSES = ['pending', 'paid', 'failed'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** Of a movement. `kept`: a dispute keeps it from leaving since it was asked for. */
const SHOWN_PAYOUT_STATUSES = [...PAYOUT_STATUSES, 'kept'] as const;
export type ShownPayoutStatus = (typeof SHOWN_PAYOUT_STATUSES)[number];

/** Movements of a developer's balance. `adjustment`: a moderator's refund. */
const EARNING_KINDS = ['release', 'payout', 'payout_failed', 'adjustment'] as const;

/** One movement of a developer's balance, in cents; negative when money leaves. */
const earningSchema = z
  .object({
    id: z.string(),
    kind: z.enum(EARNING_KINDS),
    amount_cents: z.int(),
    gross_cents: z.int().nullable().describe('Of a release: what the customer agreed to pay'),
    fee_cents: z.int().nullable().describe('Of a release: the platform fee in it'),
    ticket_id: z.uuid().nullable(),
    milestone_id: z.uuid().nullable(),
    milestone_title: z.string().nullable(),
    payout_id: z.uuid().nullable(),
    payout_status: z
      .enum(SHOWN_PAYOUT_STATUSES)
      .nullable()
      .describe('The payout’s current status; `kept` back by a dispute'),
    invoices: z.array(invoiceLinkSchema).describe('Mine to the customer, and the one for the fee'),
    created_at: instant,
  })
  .meta({ id: 'Earning' });
export type Earning = z.infer<typeof earningSchema>;

const earningsMonthSchema = z.object({
  month: z.string().describe('Such as 2026-11, UTC'),
  earned_cents: z.int(),
  paid_out_cents: z.int(),
});

/** A developer's Earnings page; amounts are their share, after the fee. */
export const earningsSchema = z
  .object({
    held_cents: z.int().describe('Paid by customers, and not released yet'),
    looked_at_cents: z.int().describe('Of what is held: approved, to be released after a review'),
    available_cents: z.int().describe('Available for a payout now'),
    frozen_cents: z.int().describe('Earned, but disputed by a customer’s bank'),
    waiting_cents: z
      .int()
      .describe('Earned as a new unblocker, available some days after its release'),
    waits_until: instant.nullable().describe('When all of that can be paid out'),
    owed_cents: z.int().describe('Reduced by the next releases'),
    paid_out_cents: z.int(),
    months: z.array(earningsMonthSchema).describe('Oldest first, without gaps, at most 12'),
    payout_account: z.object({
      provider: z.enum(PROVIDER_NAMES),
      ready: z.boolean().describe('Whether payouts can be requested'),
    }),
    actions: actionsSchema.describe('`pay-out`'),
    items: z.array(earningSchema),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'Earnings' });
export type Earnings = z.infer<typeof earningsSchema>;

/** Default amount: all that is available. */
export const payoutInputSchema = z
  .object({
    amount_cents: z
      .int('Please use a whole number of cents')
      .min(1, 'Please ask for at least one cent')
      .max(2_000_000_000, 'A payout cannot be more than what is available.')
      .optional(),
  })
  .nullish();

export const payoutSchema = z
  .object({
    id: z.uuid(),
    amount_cents: z.int(),
    status: z.enum(PAYOUT_STATUSES),
    created_at: instant,
  })
  .meta({ id: 'Payout' });
export type Payout = z.infer<typeof payoutSchema>;

export const payoutPageSchema = z.object({
  url: z
    .url()
    .nullable()
    .describe('The provider’s page, which opens once; null when there is nothing to change'),
});

export const payoutAccountSchema = z.object({
  ready: z.boolean(),
  onboarding_url: z
    .url()
    .nullable()
    .describe('The provider’s page; null when there is nothing to do'),
});
