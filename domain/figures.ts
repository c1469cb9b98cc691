/**
 * How what happens to a request counts in the figures of its unblocker's profile. Mails about disputes,
 * refunds and reports take their words from here, and so do decisions and the account page; a test holds each row
 * against the figures themselves. Source: docs/decisions/0085-profiles-of-unblockers.md.
 */
import type { DecisionKind } from './decision.ts';
import { rateWords } from './unblocker-words.ts';

/** What a public profile shows. */
export const figureTitles = {
  finished: 'Requests finished',
  first_pass: rateWords.first_pass.title,
  on_time: rateWords.on_time.title,
  stayed_fixed: rateWords.stayed_fixed.title,
  answer: 'Usually answers',
  rating: 'Stars',
} as const;
export type Figure = keyof typeof figureTitles;

interface FigureRule {
  happens: string;
  /** To its unblocker. */
  counts: string;
  /** What it changes. */
  figures: readonly Figure[];
}

const DELIVERIES_STAY =
  'First deliveries stay counted by when they were handed in and how they were answered.';

const table = {
  late: {
    happens: 'A first delivery is handed in after its date',
    counts:
      'It counts as not on time. What is not funded yet, or waits for the customer, has no date.',
    figures: ['on_time'],
  },
  sent_back: {
    happens: 'A first delivery is sent back',
    counts:
      'It counts as not right the first time. Later rounds of the same milestone do not count.',
    figures: ['first_pass'],
  },
  broke_again: {
    happens: 'Work that was approved breaks, and a free repair begins',
    counts: 'It counts as an approval that did not stay fixed.',
    figures: ['stayed_fixed'],
  },
  reported: {
    happens: 'A message of yours is reported, hidden or not',
    counts: 'That changes none of your figures. Moderators see it in your record.',
    figures: [],
  },
  with_moderator: {
    happens: 'A request goes to a moderator',
    counts:
      'That changes none of your figures, and the time of your milestones stands still meanwhile.',
    figures: [],
  },
  closed_for_customer: {
    happens: 'A moderator closes a request for the customer',
    counts: `It is not counted as finished, also where it was before. ${DELIVERIES_STAY}`,
    figures: [],
  },
  closed_for_developer: {
    happens: 'A moderator closes a request for you',
    counts: `It counts as finished. ${DELIVERIES_STAY}`,
    figures: ['finished'],
  },
  handed_over: {
    happens: 'You give a request back, or it goes to another unblocker',
    counts: `It is not counted as finished by you. ${DELIVERIES_STAY}`,
    figures: [],
  },
  reopened: {
    happens: 'A moderator returns a request to the open list',
    counts:
      'It is not counted as finished by you. What was delivered and not approved leaves your figures with its plan; what was approved stays.',
    figures: ['first_pass', 'on_time'],
  },
  refunded_held: {
    happens: 'Money that was held for a milestone goes back to the customer',
    counts: `The refund changes none of your figures. ${DELIVERIES_STAY}`,
    figures: [],
  },
  refunded_released: {
    happens: 'Money is taken back after the work was approved',
    counts:
      'The refund changes none of your figures: the approval stays counted. A request that a moderator closes with it is not counted as finished.',
    figures: [],
  },
  review_hidden: {
    happens: 'A moderator hides a review of you',
    counts: 'Its stars do not count any more.',
    figures: ['rating'],
  },
} as const satisfies Record<string, FigureRule>;

export type FigureRuleName = keyof typeof table;
export const figureRules: Readonly<Record<FigureRuleName, FigureRule>> = table;

/** What the decisions of moderators come to; those about payments alone to nothing. */
export const decisionFigures: Readonly<Partial<Record<DecisionKind, FigureRuleName>>> = {
  report_dismissed: 'reported',
  message_hidden: 'reported',
  request_taken_in: 'with_moderator',
  closed_for_customer: 'closed_for_customer',
  closed_for_developer: 'closed_for_developer',
  request_reopened: 'reopened',
  milestone_split: 'refunded_held',
  money_refunded: 'refunded_released',
  money_given_back: 'refunded_released',
  dispute_decided: 'refunded_released',
};

/** To the unblocker, in mails and beside a decision. */
export function figuresNote(name: FigureRuleName): string {
  return `In the figures of your profile: ${table[name].counts} My Account says how all of them are counted.`;
}
