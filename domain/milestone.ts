import { z } from 'zod';
import { actionsSchema } from './actions.ts';
import { BILLING_STATUSES } from './billing.ts';
import { filesInputSchema, filesSchema } from './file.ts';
import { FIRST_HOUR_ANSWERS } from './first-hour.ts';
import { MILESTONE_STATUSES } from './milestone-status.ts';
import {
  costCents,
  dollarsToCents,
  formatCents,
  MAX_CHARGE_CENTS,
  MAX_HOURLY_RATE_CENTS,
  MIN_CHARGE_CENTS,
} from './money.ts';
import { instant, requiredText } from './text.ts';
import { MAX_WORK_MINUTES, parseWorkTime } from './work-time.ts';

export const DEFAULT_HOURS = 1;
export const TIME_MISSING = 'Please specify estimated time';
export const RATE_MISSING = 'HourlyRate must be greater than zero';
const COST_TOO_SMALL = `A milestone must cost at least ${formatCents(MIN_CHARGE_CENTS)}`;
const COST_TOO_LARGE = `A milestone must cost at most ${formatCents(MAX_CHARGE_CENTS)}`;

const wholeNumber = (message: string) =>
  z.int(message).min(0, message).max(MAX_WORK_MINUTES, message);

const milestoneFields = {
  title: requiredText(200, 'Title is required'),
  description: requiredText(20_000, 'Description is required'),
  hours: wholeNumber(TIME_MISSING).optional(),
  minutes: wholeNumber(TIME_MISSING).optional(),
  estimated_work_time: z.string().max(50).optional().describe('Instead of hours and minutes'),
  hourly_rate: z
    .number(RATE_MISSING)
    .positive(RATE_MISSING)
    .max(MAX_HOURLY_RATE_CENTS / 100, `Hourly rate must be at most ${MAX_HOURLY_RATE_CENTS / 100}`)
    .refine((rate) => dollarsToCents(rate) !== null, 'Hourly rate must be in whole cents'),
  file_attachments: filesInputSchema.optional(),
};

/** The milestone form. `hourly_rate` is dollars, as in the specification. Source: specification 5. */
export const milestoneInputSchema = z
  .object(milestoneFields)
  .transform(({ hours, minutes, estimated_work_time, hourly_rate, ...words }) => ({
    ...words,
    estimated_minutes:
      hours === undefined && minutes === undefined && estimated_work_time !== undefined
        ? (parseWorkTime(estimated_work_time) ?? 0)
        : (hours ?? 0) * 60 + (minutes ?? 0),
    hourly_rate_cents: dollarsToCents(hourly_rate) ?? 0,
  }))
  .superRefine(({ estimated_minutes, hourly_rate_cents }, context) => {
    if (estimated_minutes < 1 || estimated_minutes > MAX_WORK_MINUTES) {
      context.addIssue({ code: 'custom', path: ['hours'], message: TIME_MISSING });
      return;
    }
    const cost = costCents(hourly_rate_cents, estimated_minutes);
    if (cost >= MIN_CHARGE_CENTS && cost <= MAX_CHARGE_CENTS) return;
    const message = cost < MIN_CHARGE_CENTS ? COST_TOO_SMALL : COST_TOO_LARGE;
    context.addIssue({ code: 'custom', path: ['hourly_rate'], message });
  });

/**
 * An edit may leave fields out; what it makes of the milestone must satisfy the whole form. Its
 * `file_attachments` join those that are there; `removed_files` go.
 */
export const milestonePatchSchema = z
  .object({ ...milestoneFields, removed_files: filesInputSchema.optional() })
  .partial();
export type MilestoneInput = z.output<typeof milestoneInputSchema>;

export const deliveryInputSchema = z.object({
  message: requiredText(20_000, 'Please describe what you deliver'),
  file_attachments: filesInputSchema.optional(),
});

/** What the customer saw: a plan that costs something else by now is not approved unseen. */
export const approvePlanSchema = z.object({
  total_cents: z
    .int()
    .min(0)
    .optional()
    .describe('409 plan_changed when the plan costs another sum'),
});

/** What a customer answers to a delivery. */
export const DELIVERY_DECISIONS = ['accepted', 'rejected'] as const;

/** One round of delivery: what was submitted, and what the customer answered. */
const deliverySchema = z
  .object({
    id: z.uuid(),
    round: z.int(),
    message: z.string(),
    file_attachments: filesSchema,
    submitted_at: instant,
    decision: z.enum(DELIVERY_DECISIONS).nullable(),
    feedback: z.string().nullable(),
    decided_at: instant.nullable(),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof deliverySchema>;

/** A milestone as the API returns it to one viewer. */
export const milestoneSchema = z
  .object({
    id: z.uuid(),
    ticket_id: z.uuid(),
    title: z.string(),
    description: z.string(),
    estimated_work_time: z.string(),
    estimated_minutes: z.int(),
    hourly_rate: z.number().describe('US dollars'),
    hourly_rate_cents: z.int(),
    cost_cents: z.int(),
    file_attachments: filesSchema,
    status: z.enum(MILESTONE_STATUSES),
    billing_record_id: z.uuid().nullable(),
    billing_status: z.enum(BILLING_STATUSES).nullable(),
    paid: z.boolean(),
    charge_cents: z.int().describe('What the customer pays: the cost less any first-hour discount'),
    discount_cents: z.int(),
    fee_cents: z.int().describe('Part of the cost; once held, as it was decided then'),
    first_hour: z
      .enum(FIRST_HOUR_ANSWERS)
      .nullable()
      .describe('Whether the first-hour price applies, and why not; the customer’s, while unpaid'),
    payment_in_review: z.boolean().describe('It stays held until a moderator has looked at it'),
    awarded_cents: z
      .int()
      .nullable()
      .describe('Of the cost: accepted, and released once a moderator has looked at the payment'),
    released_cents: z.int().describe('Of the cost, once settled: what the work was worth'),
    refunded_cents: z.int().describe('Of the cost, once settled: what went back'),
    created_at: instant,
    started_at: instant.nullable().describe('The first start; kept when it is sent back'),
    due_at: instant.nullable().describe('Once it is started: the end of its last day'),
    expected_at: instant.nullable().describe('While it is planned: when it will be done'),
    late: z.boolean().describe('Due, and not handed in'),
    deliveries: z.array(deliverySchema),
    actions: actionsSchema,
  })
  .meta({ id: 'Milestone' });
export type Milestone = z.infer<typeof milestoneSchema>;
