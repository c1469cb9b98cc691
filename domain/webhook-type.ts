import type { LifecycleEvent } from './acts.ts';

/**
 * What webhooks tell, one line each: the type by the Standard Webhooks rules, the lines of a request's
 * history that it stands for, and what has happened in words. A line of the history that is not named
 * here is told to no program. A new kind of event is one more line.
 */
const table = {
  'request.created': [['request_created'], 'A request was posted'],
  'request.edited': [['request_edited'], 'A pending request was edited'],
  'request.reserved': [['request_reserved'], 'An unblocker reserved the request, to talk first'],
  'quote.received': [['quote_sent'], 'An unblocker sent a quote'],
  'request.taken': [
    ['request_grabbed', 'quote_chosen'],
    'An unblocker took the request, or their quote was chosen',
  ],
  'request.open_again': [
    [
      ...(['request_abandoned', 'reservation_lapsed', 'returned_unplanned'] as const),
      ...(['request_handed_back', 'another_sought', 'request_reopened'] as const),
    ],
    'The request has no unblocker any more, and is open again',
  ],
  'request.with_moderator': [
    ['help_asked', 'request_taken_in', 'cancel_unanswered', 'message_reported', 'side_suspended'],
    'The request waits for a moderator',
  ],
  'request.resumed': [['request_resumed'], 'A moderator let the request go on'],
  'request.closed': [
    [
      ...(['request_cancelled', 'repair_cancelled', 'cancel_agreed'] as const),
      ...(['closed_for_customer', 'closed_for_developer'] as const),
    ],
    'The request was cancelled or closed',
  ],
  'plan.submitted': [['plan_submitted', 'quoted_plan_submitted'], 'A plan is ready for review'],
  'plan.changes_requested': [['plan_changes_requested'], 'The customer asks for another plan'],
  'plan.approved': [['plan_approved'], 'The customer approved the plan'],
  'change.proposed': [['change_proposed'], 'A change of the approved plan was proposed'],
  'change.answered': [
    ['change_agreed', 'change_declined', 'change_withdrawn', 'change_lapsed'],
    'The proposed change was answered or withdrawn, or has lapsed',
  ],
  'milestone.funded': [['payment_held'], 'A milestone was paid: its money is held'],
  'milestone.started': [['milestone_started'], 'Work on a milestone began'],
  'milestone.delivered': [['milestone_submitted'], 'A milestone is ready for review'],
  'milestone.sent_back': [['milestone_rejected'], 'The customer sent a delivery back'],
  'milestone.approved': [
    ['milestone_accepted', 'milestone_accepted_by_time', 'milestone_counts_as_accepted'],
    'A milestone was approved: its money is released',
  ],
  'milestone.late': [['deadline_missed'], 'The deadline of a milestone was missed'],
  'milestone.extended': [['deadline_extended'], 'A milestone has more time'],
  'milestone.broke_again': [['broke_again'], 'Something delivered broke again: a repair began'],
  'milestone.refunded': [
    [
      ...(['held_refunded', 'missed_refunded', 'failed_refunded', 'repair_refunded'] as const),
      ...(['money_refunded', 'money_given_back', 'payment_returned', 'payment_lost'] as const),
      ...(['released_payment_lost', 'milestone_split'] as const),
    ],
    'Money of the request went back',
  ],
  'cancel.proposed': [['cancel_asked'], 'One side proposes to cancel the request'],
  'cancel.answered': [
    ['cancel_declined', 'cancel_withdrawn', 'cancel_lapsed'],
    'The proposal to cancel was declined or withdrawn, or has lapsed',
  ],
  'message.posted': [['message_sent'], 'One side wrote a message'],
  'question.asked': [['answer_asked'], 'One side needs an answer'],
  'question.answered': [
    ['question_answered', 'question_taken_back'],
    'A question was answered or taken back',
  ],
  'rating.left': [['developer_rated'], 'The customer rated the work'],
} as const satisfies Record<string, readonly [readonly Told[], string]>;

type Told = LifecycleEvent | 'request_created';
export type WebhookType = keyof typeof table;

export const WEBHOOK_TYPES = Object.keys(table) as WebhookType[];

/** What has happened, in words. */
export const webhookWords = (type: WebhookType): string => table[type][1];

/** The lines of the history that some types stand for, as a webhook's row names them. */
export function linesOf(types: readonly WebhookType[]): Told[] {
  return types.flatMap((type): readonly Told[] => table[type][0]);
}

/** The types of which a webhook's row names a line. */
export function typesOf(lines: readonly string[]): WebhookType[] {
  return WEBHOOK_TYPES.filter((type) => linesOf([type]).some((line) => lines.includes(line)));
}

/** Sent by a person to see whether their receiver works. */
export const TEST_TYPE = 'webhook.test';

/** The type that tells a line of the history; null where none does any more. */
export function typeOf(line: string): WebhookType | typeof TEST_TYPE | null {
  if (line === TEST_TYPE) return TEST_TYPE;
  return typesOf([line])[0] ?? null;
}
