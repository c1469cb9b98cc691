import { z } from 'zod';
import { actionsSchema, type Permission, permissionOf } from './actions.ts';
import { appealWordsPermission } from './decision.ts';
import type { RefusalCode } from './refusals.ts';
import { SIDES, type Side } from './relation.ts';
import { instant, requiredText } from './text.ts';

/** A lone review is read by the other side after so many days. */
export const REVIEW_BLIND_DAYS = 7;

/** An answer to a review; and why it is reported. */
export const replyInputSchema = z.object({
  text: requiredText(2000, 'Please write your reply'),
});
export const wordsReportInputSchema = z.object({
  text: requiredText(1000, 'Please say what is wrong with it'),
});

/** One side's review of the other. */
export const reviewSchema = z
  .object({
    id: z.uuid(),
    left_by: z.enum(SIDES),
    rating: z.int().nullable(),
    feedback: z.string().nullable(),
    created_at: instant,
    opens_at: instant.describe('Until then its author alone reads it'),
    is_edited: z.boolean().describe('Changed after that'),
    reply: z.string().nullable(),
    replied_at: instant.nullable(),
    hidden_reason: z.string().nullable().describe('Of a moderator who hid it'),
    appeal: z
      .object({ text: z.string(), answer: z.string().nullable() })
      .nullable()
      .describe('My own, against that'),
    actions: actionsSchema.describe('reply, report; appeal'),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof reviewSchema>;

/** The reviews of a request, as one side reads them. */
export const reviewsSchema = z
  .object({
    mine: reviewSchema.nullable(),
    theirs: reviewSchema.nullable().describe('Null as long as it is blind'),
    waits: z.boolean().describe('The other side has left one that I cannot read yet'),
  })
  .meta({ id: 'Reviews' });
export type Reviews = z.infer<typeof reviewsSchema>;

interface Facts {
  /** Whether the person who asks is whom it is about. */
  is_about_me: boolean;
  is_open: boolean;
  is_hidden: boolean;
  /** To what the review says now: one that was changed afterwards can be replied to anew. */
  has_reply: boolean;
  is_reported: boolean;
  hidden_at: Date | null;
  appealed: boolean;
}

/** What may be done about a review; the first reason against it is the answer. */
const rules = {
  reply: [
    ['not_your_part', ({ is_about_me }) => !is_about_me],
    ['review_hidden', ({ is_hidden }) => is_hidden],
    ['review_replied', ({ has_reply }) => has_reply],
  ],
  report: [
    ['not_your_part', ({ is_about_me }) => !is_about_me],
    ['review_hidden', ({ is_hidden }) => is_hidden],
    ['review_reported', ({ is_reported }) => is_reported],
  ],
} satisfies Record<string, [RefusalCode, (facts: Facts) => boolean][]>;
export type ReviewAction = keyof typeof rules;

/** Why it may not be done now; null where it may. A review that is still blind is not there for others. */
export function whyNotReview(action: ReviewAction, facts: Facts): RefusalCode | null {
  if (facts.is_about_me && !facts.is_open) return 'not_found';
  return rules[action].find(([, holds]) => holds(facts))?.[0] ?? null;
}

/** All of them, for the buttons of a screen. */
export function reviewActions(facts: Facts): Record<ReviewAction | 'appeal', Permission> {
  const permission = (action: ReviewAction) => permissionOf(whyNotReview(action, facts));
  return {
    reply: permission('reply'),
    report: permission('report'),
    appeal: appealWordsPermission({ ...facts, is_mine: !facts.is_about_me }),
  };
}

/** `appealed`: hidden, and its author waits for an answer. `overturned`: shown again. */
export const FEEDBACK_REPORT_STATUSES = [
  'open',
  'appealed',
  'dismissed',
  'hidden',
  'overturned',
] as const;
export type FeedbackReportStatus = (typeof FEEDBACK_REPORT_STATUSES)[number];

/**
 * Why reported words cannot be changed: a moderator is to judge those that were read, also in an appeal
 * that may come yet. Null where they can.
 */
export function whyNotChangeWords(report: FeedbackReportStatus): RefusalCode | null {
  return endsWithItsWords(report) ? null : 'words_reported';
}

/** Whether a report says nothing of other words: its own were left, or are shown again. */
export function endsWithItsWords(report: FeedbackReportStatus): boolean {
  return report === 'dismissed' || report === 'overturned';
}

/** Reported words that are no message of a thread: a review, or what is said about a quote. */
export const feedbackReportSchema = z
  .object({
    id: z.uuid().describe('Of a review its own'),
    about: z.enum(['review', 'quote']),
    status: z.enum(FEEDBACK_REPORT_STATUSES),
    text: z.string().describe('What the other side says is wrong with it'),
    created_at: instant,
    decided_at: instant.nullable(),
    reason: z.string().nullable(),
    // Of a quote: words alone, without a rating and a reply.
    review: z.object({
      left_by: z.enum(SIDES),
      author_name: z.string(),
      subject_name: z.string(),
      rating: z.int().nullable(),
      feedback: z.string().nullable(),
      reply: z.string().nullable(),
      created_at: instant,
    }),
    ticket: z.object({ id: z.uuid(), title: z.string() }),
    appeal: z
      .object({ text: z.string(), created_at: instant, answer: z.string().nullable() })
      .nullable()
      .describe('Of its author'),
    actions: actionsSchema.describe('hide, dismiss; uphold, overturn of an appeal'),
  })
  .meta({ id: 'FeedbackReport' });
export type FeedbackReport = z.infer<typeof feedbackReportSchema>;

/** Whom a review is about. */
export const subjectOf = (leftBy: Side): Side => (leftBy === 'customer' ? 'developer' : 'customer');
