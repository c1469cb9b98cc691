/**
 * Quotes: plans with words that developers propose without having the request, and of which its
 * customer chooses one. Source: docs/decisions/0087-quotes.md.
 */
import { z } from 'zod';
import { actionsSchema, type Permission, permissionOf } from './actions.ts';
import { wordsAppealInputSchema } from './decision.ts';
import { MAX_MILESTONES, MAX_QUOTES, QUOTE_HOURS } from './limits.ts';
import { milestoneInputSchema } from './milestone.ts';
import { planDates } from './milestone-dates.ts';
import { type MilestoneSnapshot, milestoneSnapshotSchema } from './plan-difference.ts';
import { collaboratorSchema } from './profile.ts';
import type { RefusalCode } from './refusals.ts';
import { wordsReportInputSchema } from './review.ts';
import { instant, requiredText } from './text.ts';

/** How a request finds its unblocker: the first one who takes it, or the one whose quote is chosen. */
export const MODES = ['grab', 'quotes'] as const;
export type Mode = (typeof MODES)[number];

/** The two ways in the request form. */
export const modeWords: Readonly<Record<Mode, { label: string; hint: string }>> = {
  grab: {
    label: 'First unblocker who takes it',
    hint: 'The fastest way: whoever grabs it makes a plan, which you review.',
  },
  quotes: {
    label: `Compare up to ${MAX_QUOTES} quotes`,
    hint: `Unblockers send you a plan each within ${QUOTE_HOURS} hours, and you choose one.`,
  },
};

export const QUOTE_OUTCOMES = ['chosen', 'declined', 'withdrawn', 'closed'] as const;
export type QuoteOutcome = (typeof QUOTE_OUTCOMES)[number];

/** For its author. */
export const quoteOutcomeWords: Readonly<Record<QuoteOutcome, string>> = {
  chosen: 'Chosen',
  declined: 'Another quote was chosen',
  withdrawn: 'Withdrawn',
  closed: 'The request was closed or opened for grabbing',
};

const message = requiredText(5000, 'Please write a few words to the customer');
const milestones = z
  .array(milestoneInputSchema)
  .min(1, 'Please add at least one milestone')
  .max(MAX_MILESTONES, `A plan has at most ${MAX_MILESTONES} milestones`)
  .superRefine((plan, context) => {
    for (const [place, { file_attachments }] of plan.entries())
      if (file_attachments?.length)
        context.addIssue({
          code: 'custom',
          path: [place, 'file_attachments'],
          message: 'Files can be sent once your quote is chosen',
        });
  });

/** A quote, as its author sends it. An edit replaces the plan, or the words, or both. */
export const quoteInputSchema = z.object({ message, milestones });
export const quotePatchSchema = z.object({ message, milestones }).partial();
export type QuoteInput = z.output<typeof quoteInputSchema>;

export const chooseQuoteSchema = z.object({
  version: z
    .int()
    .positive()
    .optional()
    .describe('As read: 409 quote_changed where its author has changed it since'),
  approve: z
    .boolean()
    .default(false)
    .describe('Approves the plan at once; otherwise it waits for its review'),
});

export const quoteMessageInputSchema = z.object({
  text: requiredText(5000, 'Message text cannot be empty'),
});

/** A report of what the other side has written about a quote. */
export const quoteReportInputSchema = wordsReportInputSchema.extend({
  message_id: z
    .guid()
    .optional()
    .describe('A question or answer; without it the quote’s own words'),
});

const quoteMessageSchema = z.object({
  id: z.uuid(),
  is_mine: z.boolean(),
  text: z.string().describe('Of a hidden one only for its author'),
  is_hidden: z.boolean().describe('By a moderator'),
  created_at: instant,
  actions: actionsSchema.describe('report; appeal against the hiding of one’s own'),
});

interface WordsFacts {
  is_mine: boolean;
  is_hidden: boolean;
  is_reported: boolean;
  outcome: QuoteOutcome | null;
}

/** Why words about a quote cannot be reported; null where they can. Those of a chosen one are messages. */
export function whyNotReportWords(facts: WordsFacts): RefusalCode | null {
  if (facts.is_mine) return 'own_message';
  if (facts.outcome === 'chosen') return 'quote_decided';
  if (facts.is_hidden) return 'message_already_hidden';
  return facts.is_reported ? 'message_already_reported' : null;
}

/** An appeal against the hiding of one's own words about a quote. */
export const quoteAppealInputSchema = wordsAppealInputSchema.extend({
  message_id: z
    .guid()
    .optional()
    .describe('A question or answer; without it the quote’s own words'),
});

/** The same as the API shows it. */
export function reportWordsPermission(facts: WordsFacts): Permission {
  return permissionOf(whyNotReportWords(facts));
}

/** What is known about its author. What public profiles add goes here. */
const recordSchema = z.object({
  finished: z.int().describe('Requests that were finished and approved'),
});

/** A quote as the API returns it to its author, or to the customer. */
export const quoteSchema = z
  .object({
    id: z.uuid(),
    ticket_id: z.uuid(),
    ticket_title: z.string().describe('The first line of the request'),
    developer: collaboratorSchema,
    record: recordSchema,
    is_mine: z.boolean(),
    message: z.string().describe('Of a hidden one only for its author'),
    is_hidden: z.boolean().describe('Its words, by a moderator'),
    milestones: z.array(milestoneSnapshotSchema),
    total_minutes: z.int(),
    total_cents: z.int(),
    done_by: instant.nullable().describe('When it would be done if work began now'),
    version: z.int(),
    created_at: instant,
    edited_at: instant,
    outcome: z.enum(QUOTE_OUTCOMES).nullable().describe('Null while it runs'),
    decided_at: instant.nullable(),
    messages: z.array(quoteMessageSchema).describe('Questions and answers, oldest first'),
    actions: actionsSchema,
  })
  .meta({ id: 'PlanQuote' });
export type Quote = z.infer<typeof quoteSchema>;

export const quoteListSchema = z.object({ items: z.array(quoteSchema), next_cursor: z.null() });

/** What a request says of its quotes, for one viewer. */
export const quotesOfTicketSchema = z.object({
  count: z.int().describe('Running quotes'),
  until: instant.nullable().describe('Until when it takes quotes; null once that is over'),
  mine: z.boolean().describe('One of them is mine'),
});

/** When the whole plan of a quote would be done if its first milestone were paid and begun now. */
export function quoteDoneBy(plan: readonly MilestoneSnapshot[], now: Date): Date | null {
  const work = plan.map(({ estimated_minutes, named_due_at }) => ({
    status: 'PLANNED' as const,
    estimated_minutes,
    started_at: null,
    held_at: null,
    sent_back_at: null,
    named_due_at: named_due_at === null ? null : new Date(named_due_at),
  }));
  const dates = planDates({ status: 'DEVELOPER_PLANNING' }, work, now);
  const times = dates.flatMap(({ expected_at }) => expected_at?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

/** A developer whom the customer invites to a request. */
export const inviteSchema = z.object({ developer_id: z.guid() });

/** Developers who worked for the customer before. */
export const helperSchema = z.object({
  person: collaboratorSchema,
  invited: z.boolean().describe('To this request'),
  away_until: instant.nullable().describe('Nobody who is away can be invited'),
});
export type Helper = z.infer<typeof helperSchema>;
export const helperListSchema = z.object({ items: z.array(helperSchema), next_cursor: z.null() });
