import { z } from 'zod';
import { actionsSchema, type Permission, permissionOf } from './actions.ts';
import { mayAppealWords, wordsAppealInputSchema } from './decision.ts';
import type { RefusalCode } from './refusals.ts';
import { SIDES, type Side } from './relation.ts';
import { instant, requiredText } from './text.ts';

/** A lone review is read by the other side after so many days. */
export const REVIEW_BLIND_DAYS = 7;

/** An answer to a review; and why words are reported. */
export const replyInputSchema = z.object({
  text: requiredText(2000, 'Please write your reply'),
});
export const wordsReportInputSchema = z.object({
  text: requiredText(1000, 'Please say what is wrong with it'),
});

/** What of a review is reported, or was hidden: itself, or the reply to it. */
const about = z.enum(['review', 'reply']).default('review');
export const reviewReportInputSchema = wordsReportInputSchema.extend({ about });
export const reviewAppealInputSchema = wordsAppealInputSchema.extend({ about });

const ownAppeal = z.object({ text: z.string(), answer: z.string().nullable() }).nullable();

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
    reply: z.string().nullable().describe('A hidden one only for its author'),
    replied_at: instant.nullable(),
    hidden_reason: z.string().nullable().describe('Of a moderator who hid it'),
    appeal: ownAppeal.describe('My own, against that'),
    reply_hidden_reason: z.string().nullable().describe('Of a moderator who hid the reply'),
    reply_appeal: ownAppeal.describe('My own, against that'),
    actions: actionsSchema.describe('reply, report, report-reply; appeal, appeal-reply'),
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
  is_reported: boolean;
  hidden_at: Date | null;
  appealed: boolean;
  reply: {
    /** The review was changed after it, and can be replied to anew. */
    edited_since: boolean;
    report: FeedbackReportStatus | null;
    hidden_at: Date | null;
    appealed: boolean;
  } | null;
}

/** What may be done about a review; the first reason against it is the answer. */
const rules = {
  reply: [
    ['not_your_part', ({ is_about_me }) => !is_about_me],
    ['review_hidden', ({ hidden_at }) => hidden_at !== null],
    ['review_replied', ({ reply }) => reply !== null && !reply.edited_since],
    ['reply_hidden', ({ reply }) => reply?.report === 'hidden'],
    ['words_reported', ({ reply }) => !!reply?.report && !endsWithItsWords(reply.report)],
  ],
  report: [
    ['not_your_part', ({ is_about_me }) => !is_about_me],
    ['review_hidden', ({ hidden_at }) => hidden_at !== null],
    ['review_reported', ({ is_reported }) => is_reported],
  ],
  'report-reply': [
    ['not_your_part', ({ is_about_me }) => is_about_me],
    ['review_hidden', ({ hidden_at }) => hidden_at !== null],
    ['not_found', ({ reply }) => reply === null],
    ['reply_reported', ({ reply }) => !!reply?.report],
  ],
} satisfies Record<string, [RefusalCode, (facts: Facts) => boolean][]>;
export type ReviewAction = keyof typeof rules | 'appeal' | 'appeal-reply';

/** Why it may not be done now; null where it may. A review that is still blind is not there for others. */
export function whyNotReview(action: ReviewAction, facts: Facts): RefusalCode | null {
  const { is_about_me, reply } = facts;
  if (is_about_me && !facts.is_open) return 'not_found';
  if (action === 'appeal') return mayAppealWords({ ...facts, is_mine: !is_about_me });
  if (action !== 'appeal-reply')
    return rules[action].find(([, holds]) => holds(facts))?.[0] ?? null;
  // Below a hidden review it is not there for its author either.
  if (is_about_me && facts.hidden_at) return 'review_hidden';
  return mayAppealWords({ hidden_at: null, appealed: false, ...reply, is_mine: is_about_me });
}

/** All of them, for the buttons of a screen. */
export function reviewActions(facts: Facts): Record<ReviewAction, Permission> {
  const permission = (action: ReviewAction) => permissionOf(whyNotReview(action, facts));
  return {
    reply: permission('reply'),
    report: permission('report'),
    'report-reply': permission('report-reply'),
    appeal: permission('appeal'),
    'appeal-reply': permission('appeal-reply'),
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

/** What is reported: a review, the reply to it, or what is said about a quote. */
export const REPORTED_WORDS = ['review', 'reply', 'quote'] as const;

/**
 * Whether reported words may become others, of which the report says nothing: they were left, or are shown
 * again. Until then a moderator is to judge those that were read, also in an appeal that may come yet.
 */
export function endsWithItsWords(report: FeedbackReportStatus): boolean {
  return report === 'dismissed' || report === 'overturned';
}

/** Reported words that are no message of a thread. */
export const feedbackReportSchema = z
  .object({
    id: z.uuid().describe('Of a review its own'),
    about: z.enum(REPORTED_WORDS),
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
      edited_since_reply: z.boolean(),
      created_at: instant,
    }),
    other_words_hidden: z
      .boolean()
      .describe('Of a reply that its review is hidden, of a review that the reply to it is'),
    ticket: z.object({ id: z.uuid(), title: z.string() }),
    appeal: z
      .object({ text: z.string(), created_at: instant, answer: z.string().nullable() })
      .nullable()
      .describe('Of the author of the words'),
    actions: actionsSchema.describe('hide, dismiss; uphold, overturn of an appeal'),
  })
  .meta({ id: 'FeedbackReport' });
export type FeedbackReport = z.infer<typeof feedbackReportSchema>;

/** Whom a review is about. */
export const subjectOf = (leftBy: Side): Side => (leftBy === 'customer' ? 'developer' : 'customer');
