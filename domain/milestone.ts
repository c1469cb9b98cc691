import { z } from 'zod';
import { actionsSchema } from './actions.ts';
import { BILLING_STATUSES } from './billing.ts';
import { checksAfter } from './check.ts';
import {
  checkResultSchema,
  checkSchema,
  checksInputSchema,
  editedChecksSchema,
  evidenceInputSchema,
  failedCheckSchema,
} from './check-schemas.ts';
import { clockSchema, pauseSchema } from './clock-schemas.ts';
import { dueDateProblem, dueDateSchema } from './due-date.ts';
import { filesInputSchema, filesSchema } from './file.ts';
import { FIRST_HOUR_ANSWERS } from './first-hour.ts';
import { BROKE_AGAIN } from './guarantee.ts';
import { LONGEST_TITLE, MAX_CHECKS, MAX_MUST_KEEP } from './limits.ts';
import { MILESTONE_STATUSES } from './milestone-status.ts';
import {
  centsToDollars,
  costCents,
  dollarsToCents,
  formatCents,
  MAX_CHARGE_CENTS,
  MAX_HOURLY_RATE_CENTS,
  MIN_CHARGE_CENTS,
} from './money.ts';
import type { MilestoneSnapshot } from './plan-difference.ts';
import { moneyPlacesSchema } from './record-money-schemas.ts';
import { instant, optionalText, requiredText } from './text.ts';
import { MAX_WORK_MINUTES, parseWorkTime } from './work-time.ts';

export const DEFAULT_HOURS = 1;
const TIME_MISSING = 'Please specify estimated time';
const TIME_NOT_WHOLE = 'Please use whole hours and minutes';
const TIME_TOO_LONG = `Please use at most ${MAX_WORK_MINUTES / 60} hours`;
const RATE_MISSING = 'HourlyRate must be greater than zero';
const COST_TOO_SMALL = `A milestone must cost at least ${formatCents(MIN_CHARGE_CENTS)}`;
const COST_TOO_LARGE = `A milestone must cost at most ${formatCents(MAX_CHARGE_CENTS)}`;

const partOfTime = z
  .number(TIME_MISSING)
  .min(0, { error: TIME_NOT_WHOLE, abort: true })
  .max(MAX_WORK_MINUTES, { error: TIME_TOO_LONG, abort: true })
  .int(TIME_NOT_WHOLE);

const milestoneFields = {
  title: requiredText(LONGEST_TITLE, 'Title is required'),
  description: requiredText(20_000, 'Description is required'),
  hours: partOfTime.optional(),
  minutes: partOfTime.optional(),
  estimated_work_time: z.string().max(50).optional().describe('Instead of hours and minutes'),
  hourly_rate: z
    .number(RATE_MISSING)
    .positive(RATE_MISSING)
    .max(MAX_HOURLY_RATE_CENTS / 100, `Hourly rate must be at most ${MAX_HOURLY_RATE_CENTS / 100}`)
    .refine((rate) => dollarsToCents(rate) !== null, 'Hourly rate must be in whole cents'),
  due_at: dueDateSchema
    .nullable()
    .optional()
    .describe('A later date than the estimate gives; a day without a time ends in UTC'),
  file_attachments: filesInputSchema.optional(),
  checks: checksInputSchema.optional(),
};

interface TimeOfForm {
  hours?: number | undefined;
  minutes?: number | undefined;
  estimated_work_time?: string | undefined;
}

const minutesOf = ({ hours, minutes, estimated_work_time }: TimeOfForm) =>
  hours === undefined && minutes === undefined && estimated_work_time !== undefined
    ? (parseWorkTime(estimated_work_time) ?? 0)
    : (hours ?? 0) * 60 + (minutes ?? 0);

const TIME_FIELDS: unknown[] = ['hours', 'minutes', 'estimated_work_time'];

/** The time is looked at while other fields are wrong too, so that all problems show at once. */
const onTime = (message: string) => ({
  path: ['hours'],
  message,
  when: ({ issues }: z.core.ParsePayload) =>
    issues.every(({ path = [] }) => path.length > 0 && !TIME_FIELDS.includes(path[0])),
});

/** Each field for itself. */
const writtenMilestoneSchema = z
  .object(milestoneFields)
  .refine((form) => minutesOf(form) >= 1, onTime(TIME_MISSING))
  .refine((form) => minutesOf(form) <= MAX_WORK_MINUTES, onTime(TIME_TOO_LONG))
  .transform(
    ({ hours, minutes, estimated_work_time, hourly_rate, due_at, checks = [], ...words }) => ({
      ...words,
      ...(checks.length > 0 && { checks }),
      ...(due_at !== undefined && { named_due_at: due_at }),
      estimated_minutes: minutesOf({ hours, minutes, estimated_work_time }),
      hourly_rate_cents: dollarsToCents(hourly_rate) ?? 0,
    }),
  );

/** The milestone form. `hourly_rate` is dollars, as in the specification. Source: specification 5. */
export const milestoneInputSchema = writtenMilestoneSchema.superRefine(
  ({ estimated_minutes, hourly_rate_cents, named_due_at }, context) => {
    const wrong = named_due_at && dueDateProblem(named_due_at, new Date(), estimated_minutes);
    if (wrong) context.addIssue({ code: 'custom', path: ['due_at'], message: wrong });
    const cost = costCents(hourly_rate_cents, estimated_minutes);
    if (cost >= MIN_CHARGE_CENTS && cost <= MAX_CHARGE_CENTS) return;
    const message = cost < MIN_CHARGE_CENTS ? COST_TOO_SMALL : COST_TOO_LARGE;
    context.addIssue({ code: 'custom', path: ['hourly_rate'], message });
  },
);

/**
 * An edit may leave fields out; the result must satisfy the whole form. `file_attachments` are added to
 * the existing ones; `removed_files` are removed.
 */
export const milestonePatchSchema = z
  .object({
    ...milestoneFields,
    checks: editedChecksSchema.optional(),
    removed_files: filesInputSchema.optional(),
  })
  .partial();
export type MilestoneInput = z.output<typeof milestoneInputSchema>;

/** An edited milestone as the whole form: missing fields stay. */
export function editedForm(
  {
    hourly_rate_cents,
    ...before
  }: Pick<Milestone, 'title' | 'description' | 'estimated_minutes' | 'hourly_rate_cents'>,
  { removed_files: _, due_at, ...patch }: z.output<typeof milestonePatchSchema>,
): object {
  const keepsTime =
    patch.hours === undefined &&
    patch.minutes === undefined &&
    patch.estimated_work_time === undefined;
  return {
    title: before.title,
    description: before.description,
    hourly_rate: centsToDollars(hourly_rate_cents),
    ...patch,
    ...(due_at !== undefined && { due_at: due_at?.toISOString() ?? null }),
    ...(keepsTime && { minutes: before.estimated_minutes }),
  };
}

/**
 * A milestone's terms in a plan, from its form.
 * @param before the terms before an edit, for checks and date that are missing
 */
export function termsOf(
  { file_attachments: _, checks, named_due_at, ...input }: MilestoneInput,
  before?: Pick<MilestoneSnapshot, 'title' | 'checks' | 'named_due_at'>,
): Omit<MilestoneSnapshot, 'id'> {
  const due = named_due_at === undefined ? before?.named_due_at : named_due_at?.toISOString();
  return {
    ...input,
    cost_cents: costCents(input.hourly_rate_cents, input.estimated_minutes),
    named_due_at: due ?? null,
    checks: checksAfter({ title: input.title, checks }, before),
  };
}

/** The same of a form that was valid once: time may have passed its date. */
export function writtenTermsOf(
  fields: z.input<typeof milestoneInputSchema>,
  before?: Parameters<typeof termsOf>[1],
): ReturnType<typeof termsOf> {
  return termsOf(writtenMilestoneSchema.parse(fields), before);
}

/** Texts of a milestone that the other side will read. */
export const MILESTONE_TEXTS = [
  ...['title', 'description'],
  ...['text', 'url', 'expect_text'].map((field) => `checks.*.${field}`),
];

export const deliveryInputSchema = z.object({
  message: requiredText(20_000, 'Please describe what you deliver'),
  file_attachments: filesInputSchema.optional(),
  evidence: evidenceInputSchema.optional(),
  must_keep: optionalText(MAX_MUST_KEEP)
    .optional()
    .describe('What must not be undone, of the version that is delivered'),
});
export type DeliveryInput = z.output<typeof deliveryInputSchema>;

/** `It Broke Again`: the failed checks, and what broke in words. */
export const brokeAgainSchema = z.object({
  text: requiredText(BROKE_AGAIN.max, BROKE_AGAIN.missing),
  check_ids: z
    .array(z.uuid())
    .max(MAX_CHECKS)
    .default([])
    .describe('Checks of the milestone that fail'),
});

/** The plan that the customer saw: one that changed since is not approved unseen. */
export const approvePlanSchema = z.object({
  total_cents: z.int().min(0).optional().describe('409 plan_changed when the plan’s cost differs'),
  version: z
    .int()
    .min(1)
    .optional()
    .describe('Its `versions`: 409 plan_changed when another plan was submitted'),
});

/** A customer's answers to a delivery; withdrawn: its developer left. */
export const DELIVERY_DECISIONS = ['accepted', 'rejected', 'withdrawn'] as const;
export type DeliveryDecision = (typeof DELIVERY_DECISIONS)[number];

/** One round of delivery, with the customer's answer. */
const deliverySchema = z
  .object({
    id: z.uuid(),
    round: z.int(),
    message: z.string(),
    file_attachments: filesSchema,
    checks: z.array(checkResultSchema),
    submitted_at: instant,
    decision: z.enum(DELIVERY_DECISIONS).nullable(),
    feedback: z.string().nullable(),
    decided_at: instant.nullable(),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof deliverySchema>;

/** The changes that the customer wants, until something new is submitted. */
const askedForSchema = z
  .object({
    milestone_id: z.uuid().nullable().describe('Null where it is about the plan'),
    text: z.string(),
    failed: z.array(failedCheckSchema).describe('Failed checks'),
    created_at: instant,
  })
  .meta({ id: 'AskedFor' });
export type AskedFor = z.infer<typeof askedForSchema>;

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
    checks: z.array(checkSchema),
    status: z.enum(MILESTONE_STATUSES),
    billing_record_id: z.uuid().nullable(),
    billing_status: z.enum(BILLING_STATUSES).nullable(),
    paid: z.boolean(),
    charge_cents: z.int().describe('What the customer pays: the cost less any first-hour discount'),
    discount_cents: z.int(),
    fee_cents: z.int().describe('Part of the cost; fixed once held'),
    first_hour: z
      .enum(FIRST_HOUR_ANSWERS)
      .nullable()
      .describe('Whether the first-hour price applies, or why not; for the customer, while unpaid'),
    payment_in_review: z.boolean().describe('Held until a moderator has reviewed it'),
    awarded_cents: z
      .int()
      .nullable()
      .describe('Approved part of the cost, to be released after a review'),
    ...moneyPlacesSchema.shape,
    waiting: moneyPlacesSchema
      .nullable()
      .describe('What happens to held money after the payment’s review'),
    created_at: instant,
    started_at: instant
      .nullable()
      .describe('The first start, kept when it is sent back; null before it'),
    held_at: instant.nullable().describe('When its money was held'),
    due_at: instant
      .nullable()
      .describe('Once it is started and paid: the end of its time. Before: the date in the plan'),
    clock: clockSchema,
    pauses: z.array(pauseSchema).describe('Pauses that moved its date, oldest first'),
    accepts_itself_at: instant
      .nullable()
      .describe('In review: when it is approved automatically if its customer does nothing'),
    expected_at: instant.nullable().describe('While it is planned: when it will be done'),
    repairs: z.uuid().nullable().describe('Of a free repair: the milestone that broke'),
    guaranteed_until: instant
      .nullable()
      .describe('Until when It Broke Again requests a free repair; null before its approval'),
    late: z.boolean().describe('Due, and not delivered'),
    deliveries: z.array(deliverySchema),
    actions: actionsSchema,
  })
  .meta({ id: 'Milestone' });
export type Milestone = z.infer<typeof milestoneSchema>;

/** The plan of a request. */
export const planSchema = z.object({
  items: z.array(milestoneSchema),
  next_cursor: z.null(),
  total_cents: z.int(),
  asked_for: askedForSchema.nullable(),
  versions: z.int().describe('The number of submitted plans'),
});
export type PlanOfRequest = z.infer<typeof planSchema>;
