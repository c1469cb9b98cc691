/**
 * The lifecycle: who may do what to a request and its milestones, from which state, to which.
 * The server enforces it on locked rows, every record the API returns carries its answers, and the
 * state diagram in the docs is printed from it. Nothing else decides what is allowed.
 * Source: specification 4 and 6, product decisions "How the states fit together".
 */
import type { Action, LifecycleEvent } from './acts.ts';
import type { MilestoneStatus } from './milestone-status.ts';
import type { Notice } from './notification-rules.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import type { conditions, Relation, variants } from './rule-facts.ts';
import { RESERVATION_HOURS } from './ticket.ts';
import { FINAL_STATUSES, TICKET_STATUSES, type TicketStatus } from './ticket-status.ts';

export type { Action } from './acts.ts';

/** One row: an action from some states to another, and all that goes with it but its words. */
export interface Rule {
  action: Action;
  by: readonly Relation[];
  ticket: readonly TicketStatus[];
  milestone?: readonly MilestoneStatus[];
  /** Tells apart two rows of one action that lead to different states. */
  given?: keyof typeof variants;
  /** Must hold too; the first that does not is the answer. */
  needs?: readonly (keyof typeof conditions)[];
  to: { ticket: TicketStatus | 'same' | 'remembered'; milestone?: MilestoneStatus };
  /** The developer that the request has afterwards, where that changes. */
  developer?: 'actor' | 'none';
  /** The milestones that are not done leave the plan: somebody else will make a new one. */
  clears_plan?: true;
  event: LifecycleEvent;
  /** What others are told of it. */
  notice?: Notice;
  money?: MoneyEffect;
  /** Of a step of the clock: taken once its states and conditions have held for so many hours. */
  timer?: { hours: number };
  /** Why not, in words, when the state does not fit. */
  otherwise: string;
  /** The code of that answer, where it is not plainly `wrong_state`. */
  refusal?: RefusalCode;
}

export type MoneyEffect =
  | 'void'
  | 'hold'
  | 'return'
  | 'release'
  | 'release_in_review'
  | 'refund_held'
  | 'split'
  | 'refund_released'
  | 'refund_all'
  | 'clear'
  | 'refuse'
  | 'lose';

const PENDING = 'Only possible while the request is pending.';
const TAKEN = refusals.ticket_already_grabbed[1];
const PLANNING = 'Only possible while the plan is being made.';
const REVIEWING_PLAN = 'Only possible while the plan waits for review.';
const WORKING = 'Only possible while the work is in progress.';
const REVIEWING_RESULTS = 'Only possible while the milestone waits for review.';
const NEEDS_HELP = 'Only possible while the request requires moderator assistance.';
const NOT_HELD = refusals.nothing_held[1];
const HELP_OR_ENDED =
  'Only possible while the request requires moderator assistance, or has ended.';

const ALL = TICKET_STATUSES;
const WITH_WORK = ['DEVELOPER_WORKING', 'CUSTOMER_REVIEWING_RESULTS'] as const;
const ENDED_OR_HELD = [...FINAL_STATUSES, 'REQUIRES_MOD_ASSISTANCE'] as const;
const RUNNING = ALL.filter((status) => !ENDED_OR_HELD.includes(status));

export const lifecycle: readonly Rule[] = [
  // The request, while it is pending
  {
    action: 'edit',
    by: ['customer'],
    ticket: ['AWAITING_ASSIGNMENT'],
    to: { ticket: 'same' },
    event: 'request_edited',
    otherwise: PENDING,
  },
  {
    action: 'delete',
    by: ['customer'],
    ticket: ['AWAITING_ASSIGNMENT'],
    to: { ticket: 'same' },
    event: 'request_deleted',
    otherwise: PENDING,
  },
  {
    action: 'reserve',
    by: ['candidate'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'unassigned',
    needs: ['room_for_reservation', 'few_dropped_reservations'],
    to: { ticket: 'same' },
    developer: 'actor',
    event: 'request_reserved',
    otherwise: TAKEN,
    refusal: 'ticket_already_grabbed',
  },
  {
    action: 'grab',
    by: ['candidate'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'unassigned',
    to: { ticket: 'DEVELOPER_PLANNING' },
    developer: 'actor',
    event: 'request_grabbed',
    notice: 'request_assigned',
    otherwise: TAKEN,
    refusal: 'ticket_already_grabbed',
  },
  {
    action: 'grab',
    by: ['developer'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'assigned',
    to: { ticket: 'DEVELOPER_PLANNING' },
    event: 'request_grabbed',
    notice: 'request_assigned',
    otherwise: PENDING,
  },
  {
    action: 'abandon',
    by: ['developer'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'assigned',
    to: { ticket: 'AWAITING_ASSIGNMENT' },
    developer: 'none',
    event: 'request_abandoned',
    notice: 'request_given_back',
    otherwise: PENDING,
  },
  {
    action: 'lapse',
    by: ['clock'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'assigned',
    timer: { hours: RESERVATION_HOURS },
    to: { ticket: 'AWAITING_ASSIGNMENT' },
    developer: 'none',
    event: 'reservation_lapsed',
    notice: 'request_given_back',
    otherwise: PENDING,
  },

  // The plan
  {
    action: 'add-milestone',
    by: ['developer'],
    ticket: ['DEVELOPER_PLANNING'],
    needs: ['room_for_milestone'],
    to: { ticket: 'same', milestone: 'PLANNED' },
    event: 'milestone_added',
    otherwise: PLANNING,
  },
  {
    action: 'edit-milestone',
    by: ['developer'],
    ticket: ['DEVELOPER_PLANNING'],
    milestone: ['PLANNED'],
    to: { ticket: 'same' },
    event: 'milestone_edited',
    otherwise: PLANNING,
  },
  {
    action: 'delete-milestone',
    by: ['developer'],
    ticket: ['DEVELOPER_PLANNING'],
    milestone: ['PLANNED'],
    to: { ticket: 'same' },
    event: 'milestone_deleted',
    money: 'void',
    otherwise: PLANNING,
  },
  {
    action: 'order-milestones',
    by: ['developer'],
    ticket: ['DEVELOPER_PLANNING'],
    to: { ticket: 'same' },
    event: 'milestones_ordered',
    otherwise: PLANNING,
  },
  {
    action: 'submit-plan',
    by: ['developer'],
    ticket: ['DEVELOPER_PLANNING'],
    needs: ['has_milestones'],
    to: { ticket: 'CUSTOMER_REVIEWING_PLAN' },
    event: 'plan_submitted',
    notice: 'plan_submitted',
    otherwise: PLANNING,
  },
  {
    action: 'request-changes',
    by: ['customer'],
    ticket: ['CUSTOMER_REVIEWING_PLAN'],
    to: { ticket: 'DEVELOPER_PLANNING' },
    event: 'plan_changes_requested',
    notice: 'plan_changes_requested',
    otherwise: REVIEWING_PLAN,
  },
  {
    action: 'approve-plan',
    by: ['customer'],
    ticket: ['CUSTOMER_REVIEWING_PLAN'],
    needs: ['has_milestones'],
    to: { ticket: 'DEVELOPER_WORKING' },
    event: 'plan_approved',
    notice: 'plan_approved',
    otherwise: REVIEWING_PLAN,
  },

  // The work
  {
    action: 'start',
    by: ['developer'],
    ticket: ['DEVELOPER_WORKING'],
    milestone: ['PLANNED', 'REJECTED'],
    to: { ticket: 'DEVELOPER_WORKING', milestone: 'IN_PROGRESS' },
    event: 'milestone_started',
    otherwise: WORKING,
  },
  {
    // The next planned milestone starts by itself when one is accepted.
    action: 'start-next',
    by: ['clock'],
    ticket: ['DEVELOPER_WORKING'],
    milestone: ['PLANNED'],
    to: { ticket: 'DEVELOPER_WORKING', milestone: 'IN_PROGRESS' },
    event: 'milestone_started',
    otherwise: WORKING,
  },
  {
    action: 'submit',
    by: ['developer'],
    ticket: ['DEVELOPER_WORKING'],
    milestone: ['IN_PROGRESS'],
    to: { ticket: 'CUSTOMER_REVIEWING_RESULTS', milestone: 'IN_REVIEW' },
    event: 'milestone_submitted',
    notice: 'milestone_ready',
    otherwise: WORKING,
  },
  {
    action: 'accept',
    by: ['customer'],
    ticket: ['CUSTOMER_REVIEWING_RESULTS'],
    milestone: ['IN_REVIEW'],
    given: 'others_remain',
    needs: ['milestone_paid'],
    to: { ticket: 'DEVELOPER_WORKING', milestone: 'ACCEPTED' },
    event: 'milestone_accepted',
    notice: 'milestone_accepted',
    money: 'release',
    otherwise: REVIEWING_RESULTS,
  },
  {
    action: 'accept',
    by: ['customer'],
    ticket: ['CUSTOMER_REVIEWING_RESULTS'],
    milestone: ['IN_REVIEW'],
    given: 'last_milestone',
    needs: ['milestone_paid'],
    to: { ticket: 'CUSTOMER_APPROVED', milestone: 'ACCEPTED' },
    event: 'milestone_accepted',
    notice: 'milestone_accepted',
    money: 'release',
    otherwise: REVIEWING_RESULTS,
  },
  {
    action: 'reject',
    by: ['customer'],
    ticket: ['CUSTOMER_REVIEWING_RESULTS'],
    milestone: ['IN_REVIEW'],
    to: { ticket: 'DEVELOPER_WORKING', milestone: 'REJECTED' },
    event: 'milestone_rejected',
    notice: 'milestone_rejected',
    otherwise: REVIEWING_RESULTS,
  },
  {
    action: 'rate',
    by: ['customer'],
    ticket: ['CUSTOMER_REVIEWING_RESULTS', 'CUSTOMER_APPROVED'],
    needs: ['has_developer'],
    to: { ticket: 'same' },
    event: 'developer_rated',
    notice: 'developer_rated',
    otherwise: 'Only possible once there is work to rate.',
  },

  // The money
  {
    action: 'checkout',
    by: ['customer'],
    ticket: WITH_WORK,
    milestone: ['PLANNED', 'IN_PROGRESS', 'IN_REVIEW', 'REJECTED'],
    needs: ['milestone_unpaid'],
    to: { ticket: 'same' },
    event: 'checkout_opened',
    otherwise: 'Only possible once the plan is approved and until the milestone is accepted.',
  },
  {
    action: 'confirm-payment',
    by: ['provider'],
    ticket: [...WITH_WORK, 'REQUIRES_MOD_ASSISTANCE'],
    milestone: ['PLANNED', 'IN_PROGRESS', 'IN_REVIEW', 'REJECTED'],
    given: 'payment_expected',
    to: { ticket: 'same' },
    event: 'payment_held',
    notice: 'payment_held',
    money: 'hold',
    otherwise: 'This payment is no longer expected.',
  },
  {
    // Paid twice, or for work that was called off meanwhile: the money goes back.
    action: 'confirm-payment',
    by: ['provider'],
    ticket: ALL,
    to: { ticket: 'same' },
    event: 'payment_returned',
    money: 'return',
    otherwise: 'This payment is no longer expected.',
  },
  {
    // The customer's bank took it back while it was held: work that is not accepted yet can be paid
    // again. What waits for a moderator's look is held also once it is accepted.
    action: 'lose-payment',
    by: ['provider'],
    ticket: ALL,
    needs: ['milestone_held'],
    to: { ticket: 'same' },
    event: 'payment_lost',
    notice: 'payment_lost',
    money: 'lose',
    otherwise: 'No money is held here.',
  },

  // The discussion
  {
    action: 'message',
    by: ['customer', 'developer'],
    ticket: ALL,
    to: { ticket: 'same' },
    event: 'message_sent',
    notice: 'new_message',
    otherwise: '',
  },
  {
    action: 'report',
    by: ['customer', 'developer'],
    ticket: RUNNING,
    needs: ['someone_elses_message', 'not_a_decision', 'not_yet_reported'],
    to: { ticket: 'REQUIRES_MOD_ASSISTANCE' },
    event: 'message_reported',
    notice: 'message_reported',
    otherwise: '',
  },
  {
    // Final states stay final, and a request that waits for help remembers its first way in.
    action: 'report',
    by: ['customer', 'developer'],
    ticket: ENDED_OR_HELD,
    needs: ['someone_elses_message', 'not_a_decision', 'not_yet_reported'],
    to: { ticket: 'same' },
    event: 'message_reported',
    notice: 'message_reported',
    otherwise: '',
  },

  {
    action: 'edit-message',
    by: ['customer', 'developer'],
    ticket: ALL,
    needs: ['own_message', 'message_there', 'message_unreported', 'message_recent'],
    to: { ticket: 'same' },
    event: 'message_edited',
    otherwise: '',
  },
  {
    action: 'delete-message',
    by: ['customer', 'developer'],
    ticket: ALL,
    needs: ['own_message', 'message_there', 'message_unreported', 'message_recent'],
    to: { ticket: 'same' },
    event: 'message_deleted',
    otherwise: '',
  },
  {
    // A key must not stay where it is because of a report, or of the time.
    action: 'take-out-keys',
    by: ['customer', 'developer'],
    ticket: ALL,
    needs: ['own_message', 'message_there'],
    to: { ticket: 'same' },
    event: 'message_edited',
    otherwise: '',
  },

  // Moderation
  {
    action: 'resume',
    by: ['moderator'],
    ticket: ['REQUIRES_MOD_ASSISTANCE'],
    needs: ['nobody_suspended'],
    to: { ticket: 'remembered' },
    event: 'request_resumed',
    notice: 'request_resumed',
    otherwise: NEEDS_HELP,
  },
  {
    action: 'close-for-customer',
    by: ['moderator'],
    ticket: ['REQUIRES_MOD_ASSISTANCE'],
    to: { ticket: 'CUSTOMER_REJECTED' },
    event: 'closed_for_customer',
    notice: 'request_closed',
    money: 'refund_held',
    otherwise: NEEDS_HELP,
  },
  {
    action: 'close-for-developer',
    by: ['moderator'],
    ticket: ['REQUIRES_MOD_ASSISTANCE'],
    needs: ['has_developer'],
    to: { ticket: 'CUSTOMER_APPROVED' },
    event: 'closed_for_developer',
    notice: 'request_closed',
    money: 'release_in_review',
    otherwise: NEEDS_HELP,
  },
  {
    action: 'reopen',
    by: ['moderator'],
    ticket: ['REQUIRES_MOD_ASSISTANCE'],
    needs: ['nothing_awarded'],
    to: { ticket: 'AWAITING_ASSIGNMENT' },
    developer: 'none',
    clears_plan: true,
    event: 'request_reopened',
    notice: 'request_reopened',
    money: 'refund_held',
    otherwise: NEEDS_HELP,
  },
  {
    action: 'split',
    by: ['moderator'],
    ticket: ['REQUIRES_MOD_ASSISTANCE'],
    needs: ['milestone_held', 'has_developer', 'nothing_awarded'],
    to: { ticket: 'same' },
    event: 'milestone_split',
    notice: 'moderator_decided',
    money: 'split',
    otherwise: NEEDS_HELP,
  },
  {
    // Money that was released goes back, in part or all of it; the request stays as it is.
    action: 'refund',
    by: ['moderator'],
    ticket: ENDED_OR_HELD,
    needs: ['milestone_released', 'money_to_give_back', 'no_dispute'],
    to: { ticket: 'same' },
    event: 'money_refunded',
    notice: 'moderator_decided',
    money: 'refund_released',
    otherwise: HELP_OR_ENDED,
  },
  {
    // The guarantee: all that the customer has paid goes back, held or released.
    action: 'money-back',
    by: ['moderator'],
    ticket: ['REQUIRES_MOD_ASSISTANCE'],
    needs: ['money_to_give_back', 'no_dispute'],
    to: { ticket: 'CUSTOMER_REJECTED' },
    event: 'money_given_back',
    notice: 'request_closed',
    money: 'refund_all',
    otherwise: HELP_OR_ENDED,
  },
  {
    action: 'money-back',
    by: ['moderator'],
    ticket: ['CUSTOMER_REJECTED', 'CUSTOMER_APPROVED'],
    needs: ['money_to_give_back', 'no_dispute'],
    to: { ticket: 'same' },
    event: 'money_given_back',
    notice: 'moderator_decided',
    money: 'refund_all',
    otherwise: HELP_OR_ENDED,
  },
  {
    // A first-hour payment that looked like one of a ring, and is none.
    action: 'clear-payment',
    by: ['moderator'],
    ticket: ALL,
    needs: ['payment_in_review'],
    to: { ticket: 'same' },
    event: 'payment_cleared',
    notice: 'moderator_decided',
    money: 'clear',
    otherwise: NOT_HELD,
  },
  {
    // It goes back; work that is not accepted yet can be paid again at the usual price.
    action: 'refuse-payment',
    by: ['moderator'],
    ticket: ALL,
    needs: ['payment_in_review'],
    to: { ticket: 'same' },
    event: 'payment_refused',
    notice: 'moderator_decided',
    money: 'refuse',
    otherwise: NOT_HELD,
  },
  {
    action: 'grant-appeal',
    by: ['moderator'],
    ticket: RUNNING,
    to: { ticket: 'REQUIRES_MOD_ASSISTANCE' },
    event: 'appeal_granted',
    notice: 'moderator_decided',
    otherwise: '',
  },
  {
    // Final is final: what can still be put right then is money.
    action: 'grant-appeal',
    by: ['moderator'],
    ticket: ENDED_OR_HELD,
    to: { ticket: 'same' },
    event: 'appeal_granted',
    notice: 'moderator_decided',
    otherwise: '',
  },
  {
    // Nobody can go on alone with somebody who may not sign in any more.
    action: 'suspend',
    by: ['clock'],
    ticket: RUNNING,
    to: { ticket: 'REQUIRES_MOD_ASSISTANCE' },
    event: 'side_suspended',
    notice: 'request_stopped',
    otherwise: 'Only possible while the request is running.',
  },
];
