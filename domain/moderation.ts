import { z } from 'zod';
import { actionsSchema } from './actions.ts';
import { PREVIEWED } from './acts.ts';
import { CASE_ORDERS } from './case-queue.ts';
import { APPEAL_STATUSES, DECISION_KINDS, decisionInputSchema } from './decision.ts';
import { helpSchema, recordSchema, takerSchema } from './desk.ts';
import { REVIEW_REASONS } from './first-hour.ts';
import { historyItemSchema } from './history.ts';
import { BORNE_BY, DISPUTE_STATES, ENTRY_KINDS, LEDGER_ACCOUNTS } from './ledger.ts';
import { milestoneSchema } from './milestone.ts';
import { QUOTE_OUTCOMES } from './quote.ts';
import { moneyPlacesSchema, shownMoneySchema } from './record-money-schemas.ts';
import { SIDES } from './relation.ts';
import { instant } from './text.ts';
import { requestShape } from './ticket.ts';
import { TICKET_STATUSES } from './ticket-status.ts';
import { turnSchema } from './turn.ts';
import { cancellationSchema, ENDINGS } from './way-out.ts';

const cents = z.int();

/** A side of a request. */
const sideSchema = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string().nullable().describe('Null once the account is deleted'),
  suspended: z.boolean(),
});
export type ModeratedSide = z.infer<typeof sideSchema>;

/** A request in a moderator's list. */
export const moderatedTicketSchema = z
  .object({
    id: z.uuid(),
    title: z.string(),
    description_title: z.string(),
    status: z.enum(TICKET_STATUSES),
    status_since: instant,
    status_before_help: z.enum(TICKET_STATUSES).nullable(),
    cancellation: cancellationSchema.nullable(),
    ending: z.enum(ENDINGS).nullable(),
    created_at: instant,
    customer: sideSchema,
    developer: sideSchema.nullable(),
    money: moneyPlacesSchema.describe('In prices: with the fee and the platform’s part'),
    open_reports: z.int(),
    open_appeals: z.int(),
    open_disputes: z.int(),
    help: helpSchema.nullable().describe('Why it needs help; null where it needs none'),
    taken_by: takerSchema.nullable(),
    asked_at: instant.nullable().describe('A question to both sides that neither has answered'),
  })
  .meta({ id: 'ModeratedTicket' });
export type ModeratedTicket = z.infer<typeof moderatedTicketSchema>;

/** A ledger entry about a request. */
const entrySchema = z.object({
  id: z.int(),
  kind: z.enum(ENTRY_KINDS),
  milestone_id: z.uuid().nullable(),
  created_at: instant,
  lines: z.array(z.object({ account: z.enum(LEDGER_ACCOUNTS), amount_cents: cents })),
});

/** An appeal in the moderators' queue, with its decision. */
export const moderatedAppealSchema = z
  .object({
    id: z.uuid(),
    text: z.string(),
    created_at: instant,
    status: z.enum(APPEAL_STATUSES),
    answer: z.string().nullable(),
    decided_at: instant.nullable(),
    by: z.object({
      id: z.uuid(),
      full_name: z.string(),
      side: z.enum(SIDES),
    }),
    decision: z.object({
      id: z.uuid(),
      kind: z.enum(DECISION_KINDS),
      outcome: z.string(),
      reason: z.string(),
      decided_by: z.string(),
      created_at: instant,
    }),
    ticket: z.object({ id: z.uuid(), title: z.string(), status: z.enum(TICKET_STATUSES) }),
    actions: actionsSchema,
  })
  .meta({ id: 'ModeratedAppeal' });
export type ModeratedAppeal = z.infer<typeof moderatedAppealSchema>;

/** A quote with all that was said about it, also what is hidden. */
const moderatedQuoteSchema = z.object({
  id: z.uuid(),
  author_name: z.string(),
  message: z.string(),
  is_hidden: z.boolean(),
  outcome: z.enum(QUOTE_OUTCOMES).nullable(),
  created_at: instant,
  messages: z.array(
    z.object({
      id: z.uuid(),
      side: z.enum(SIDES),
      text: z.string(),
      is_hidden: z.boolean(),
      created_at: instant,
    }),
  ),
});

/** All that a moderator sees of one request, except its thread. */
export const moderatedRequestSchema = moderatedTicketSchema
  .extend({
    places: z
      .record(z.enum(CASE_ORDERS), z.string())
      .nullable()
      .describe('The cursor after it in each order of the queue; null where it is no case'),
    ...requestShape,
    ai_tool: z.string().describe('Its name'),
    money_back: z
      .object({ held_cents: cents, released_cents: cents })
      .describe('What the customer paid and can still get back'),
    thread: z
      .object({ allowed: z.boolean(), reason: z.string().nullable() })
      .describe('Whether the discussion and the files may be read'),
    turn: turnSchema,
    plan: z.array(milestoneSchema),
    history: z.array(historyItemSchema),
    ledger: z.array(entrySchema),
    records: z
      .object({ customer: recordSchema.nullable(), developer: recordSchema.nullable() })
      .describe('Null once the account is deleted'),
    decisions: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(DECISION_KINDS),
        outcome: z.string(),
        reason: z.string(),
        decided_by: z.string(),
        created_at: instant,
      }),
    ),
    appeals: z.array(moderatedAppealSchema),
    handovers: z
      .array(z.object({ full_name: z.string(), note: z.string(), at: instant }))
      .describe('Notes of former unblockers, newest first, while they may be read'),
    quotes: z
      .array(moderatedQuoteSchema)
      .describe('With what was said about them, oldest first, while that may be read'),
    actions: actionsSchema,
  })
  .meta({ id: 'ModeratedRequest' });
export type ModeratedRequest = z.infer<typeof moderatedRequestSchema>;

/** The reason, and the amounts that the moderator was shown. */
const { reason, shown } = decisionInputSchema.shape;

/** Splits what is held for one milestone. */
export const splitInputSchema = z.object({
  reason,
  shown,
  milestone_id: z.guid().optional().describe('Optional where money is held for one only'),
  released_cents: z
    .int('Please use whole cents')
    .min(1, 'Please release something; to refund all of it, close the request for the customer'),
  refunded_cents: z.int('Please use whole cents').min(0, 'Please use zero or more'),
});
export type SplitInput = z.output<typeof splitInputSchema>;

const borne_by = z.enum(BORNE_BY, 'Please say who bears it');

/** A refund after the release. */
export const refundInputSchema = z.object({
  reason,
  shown,
  milestone_id: z.guid(),
  refunded_cents: z.int('Please use whole cents').min(1, 'Please refund something'),
  borne_by,
});
export type RefundInput = z.output<typeof refundInputSchema>;

/** Refunds all that the customer has paid. */
export const moneyBackInputSchema = z.object({
  reason,
  shown,
  borne_by: borne_by.describe('What was released already'),
});
export type MoneyBackInput = z.output<typeof moneyBackInputSchema>;

/** A decision with its input except the reason. Who bears a dispute is not a step. */
export const previewQuerySchema = z.object({
  action: z.enum([...PREVIEWED, 'decide-dispute']),
  dispute_id: z.guid().optional(),
  milestone_id: z.guid().optional(),
  released_cents: z.coerce.number().optional(),
  refunded_cents: z.coerce.number().optional(),
  borne_by: z.enum(BORNE_BY).optional(),
});
export type PreviewQuery = z.output<typeof previewQuerySchema>;

/** The consequences of a decision. */
export const decisionPreviewSchema = z
  .object({
    sentences: z.array(z.string()).describe('What each side gets: "Maya gets $60.00 back."'),
    shown: shownMoneySchema.describe('To be sent with the decision'),
  })
  .meta({ id: 'DecisionPreview' });
export type DecisionPreview = z.infer<typeof decisionPreviewSchema>;

export const disputeDecisionSchema = z.object({ reason, shown, borne_by });
export type DisputeDecision = z.output<typeof disputeDecisionSchema>;

/** A customer's bank wants money back. */
export const moderatedDisputeSchema = z
  .object({
    id: z.uuid(),
    reference: z.string().describe('Its name at the payment provider'),
    provider: z.string(),
    state: z.enum(DISPUTE_STATES),
    amount_cents: cents,
    released_cents: cents.describe('Of its milestone: what the developer was paid, with the fee'),
    borne_by: z.enum(BORNE_BY).nullable(),
    created_at: instant,
    closed_at: instant.nullable(),
    milestone_title: z.string().nullable(),
    ticket: z
      .object({ id: z.uuid(), title: z.string(), status: z.enum(TICKET_STATUSES) })
      .nullable(),
    actions: actionsSchema,
  })
  .meta({ id: 'ModeratedDispute' });
export type ModeratedDispute = z.infer<typeof moderatedDisputeSchema>;

/** A first-hour payment to be reviewed before its release. */
export const paymentReviewSchema = z
  .object({
    id: z.uuid().describe('Of its billing record'),
    reasons: z.array(z.enum(REVIEW_REASONS)),
    price_cents: cents,
    charge_cents: cents.describe('What the customer paid'),
    discount_cents: cents.describe('The platform’s part'),
    awarded_cents: cents
      .nullable()
      .describe('Approved part of the price, released when it is cleared'),
    paid_at: instant,
    milestone: z.object({
      id: z.uuid(),
      title: z.string(),
      estimated_minutes: z.int(),
      hourly_rate_cents: cents,
    }),
    customer_since: instant.nullable().describe('Null once the account is deleted'),
    first_hours: z.int().describe('Of this unblocker, in the seven days up to it'),
    ticket: moderatedTicketSchema,
    actions: actionsSchema,
  })
  .meta({ id: 'PaymentReview' });
export type PaymentReview = z.infer<typeof paymentReviewSchema>;

/** How many wait, and since when. */
const queueSchema = z.object({ count: z.int(), oldest_at: instant.nullable() });
export type Queue = z.infer<typeof queueSchema>;

export const moderationCountsSchema = z
  .object({
    reports: queueSchema,
    requests: queueSchema.describe('Requests that need help'),
    reviews: queueSchema.describe('Reported reviews, and words about quotes'),
    appeals: queueSchema,
    disputes: queueSchema.describe('Open ones, and lost ones that nobody bears yet'),
    payments: queueSchema.describe('First-hour payments to review before their release'),
    waitlist: queueSchema,
    cases: z
      .object({ mine: z.int(), nobodys: z.int(), held_cents: cents })
      .describe('For requests that need help: who has the cases, and the money held for them'),
    ledger_alarms: z.int().describe('Broken rules of the ledger'),
  })
  .meta({ id: 'ModerationCounts' });
export type ModerationCounts = z.infer<typeof moderationCountsSchema>;

export const ledgerStateSchema = z
  .object({
    checked_at: instant.nullable(),
    broken: z.array(z.string()),
    findings: z.array(
      z.object({
        id: z.uuid(),
        kind: z.string(),
        about: z.string(),
        detail: z.string(),
        ticket_id: z.uuid().nullable().describe('Whose money it is about, where that is known'),
        found_at: instant,
      }),
    ),
  })
  .meta({ id: 'LedgerState' });
export type LedgerReport = z.infer<typeof ledgerStateSchema>;
