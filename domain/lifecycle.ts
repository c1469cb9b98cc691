/**
 * The lifecycle: who may do what to a request and its milestones, from which status to which. The
 * server enforces it on locked rows, every record of the API carries its answers, and the documents'
 * state diagram is printed from it. Nothing else decides what is allowed. Rows are in the order of a
 * request's life, as in acts.ts: pending, the plan, its changes, work, time, to another unblocker,
 * money, ways out, discussion, moderation. Source: specification 4 and 6, product decisions "How the
 * states fit together".
 */
import type { Action, LifecycleEvent } from './acts.ts';
import { BEFORE_WORK } from './handover.ts';
import {
  CANCEL_ANSWER_HOURS,
  CHANGE_ANSWER_HOURS,
  HELD_WAITS_DAYS,
  PLAN_RETURNS_HOURS,
  QUOTES_TOLD_HOURS,
  RESERVATION_HOURS,
} from './limits.ts';
import type { MilestoneStatus } from './milestone-status.ts';
import type { Timer } from './moments.ts';
import type { Notice } from './notification-rules.ts';
import type { ChangeOutcome } from './plan-change.ts';
import type { VersionOutcome } from './plan-version.ts';
import type { QuoteOutcome } from './quote.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import type { conditions, Relation, variants } from './rule-facts.ts';
import {
  FINAL_STATUSES,
  GRABBED_STATUSES,
  TICKET_STATUSES,
  type TicketStatus,
} from './ticket-status.ts';
import type { Ending } from './way-out.ts';

export type { Action } from './acts.ts';

/** One row: an action from some statuses to another, with everything but its words. */
export interface Rule {
  action: Action;
  by: readonly Relation[];
  ticket: readonly TicketStatus[];
  milestone?: readonly MilestoneStatus[];
  /** Distinguishes two rows of one action that lead to different statuses. */
  given?: keyof typeof variants;
  /** Further conditions; the first that fails is the answer. */
  needs?: readonly (keyof typeof conditions)[];
  /** The new statuses; missing ones stay. */
  to?: { ticket?: TicketStatus | 'remembered' | 'as_it_ended'; milestone?: MilestoneStatus };
  /** The developer afterwards, where that changes. `quoted`: the author of the chosen quote. */
  developer?: 'actor' | 'quoted' | 'none';
  /** The developer who loses the request by it is not offered it again. */
  replaces?: true;
  /** What the developer is paid for is approved by it, or before what is not leaves the plan. */
  approves_earned?: 'after' | 'before';
  /** Unapproved milestones leave the plan. */
  clears_plan?: true;
  /** Held money stays held, as the customer wants. */
  keeps_held?: true;
  /** For a step that ends the request. */
  ending?: Ending;
  /** Makes or ends a proposal to cancel. */
  proposal?: 'made' | 'over';
  /** Asks or ends a question that needs an answer. */
  question?: 'asked' | 'over';
  /** Proposes a change of the plan, or answers it. */
  change?: 'proposed' | ChangeOutcome;
  /** Stores a submitted plan, or answers it. */
  plan?: 'submitted' | Exclude<VersionOutcome, 'withdrawn'>;
  /** From now on it can be grabbed. */
  mode?: 'grab';
  /** What becomes of a quote, or of all running ones. */
  quote?: 'sent' | 'edited' | Exclude<QuoteOutcome, 'declined'>;
  /** Begins the time for quotes again, says that it ends soon, or ends it. */
  quotes?: 'extended' | 'told' | 'over';
  event: LifecycleEvent;
  /** Who is told. */
  notice?: Notice | readonly Notice[];
  money?: MoneyEffect;
  /**
   * For a step of the clock: taken once its statuses and conditions have held for some hours, or at a
   * moment computed from data.
   */
  timer?: Timer;
  /** The message where the status does not fit. */
  otherwise?: string;
  /** Its code, where it is not `wrong_state`. */
  refusal?: RefusalCode;
}

export type MoneyEffect =
  | 'void'
  | 'hold'
  | 'return'
  | 'release'
  | 'release_in_review'
  | 'refund_held'
  | 'hand_over'
  | 'refund_milestone'
  | 'refund_open'
  | 'change_plan'
  | 'split'
  | 'split_agreed'
  | 'refund_released'
  | 'refund_repaired'
  | 'refund_all'
  | 'clear'
  | 'refuse'
  | 'lose'
  | 'lose_released'
  | 'bear_loss';

const PENDING = 'Only possible while the request is pending.';
const TAKEN = refusals.ticket_already_grabbed[1];
const QUOTE_OVER = refusals.quote_decided[1];
const PLANNING = 'Only possible while the plan is being made.';
const REVIEWING_PLAN = 'Only possible while the plan waits for review.';
const WORKING = 'Only possible while the work is in progress.';
const REVIEWING_RESULTS = 'Only possible while the milestone waits for review.';
const NOT_APPROVED =
  'Only possible for an approved milestone, while the request is at work or has ended.';
const NO_REPAIR = refusals.repair_not_missed[1];
const NEEDS_HELP = 'Only possible while the request requires moderator assistance.';
const NOT_HELD = refusals.nothing_held[1];
const SOMEBODY_LATE = refusals.nobody_late[1];
const NOT_MISSED = refusals.not_missed[1];
const ONLY_RUNNING = 'Only possible while the request is running.';
const APPROVED_PLAN = 'Only possible while an approved plan is worked on.';
const NO_CHANGE = refusals.no_change[1];
const NOTHING_ASKED = refusals.no_proposal[1];
const HELP_OR_ENDED =
  'Only possible while the request requires moderator assistance, or has ended.';

/** What a developer needs to take a request. */
const CAN_TAKE = ['not_away', 'room_to_run', 'room_among_first'] as const;

/** What prevents an automatic approval. */
const ACCEPTS_ITSELF = [
  ...(['milestone_paid', 'no_check_failed', 'addresses_pass', 'customer_asks_nothing'] as const),
  ...(['no_proposal', 'no_change', 'no_report', 'customer_told'] as const),
];

const ALL = TICKET_STATUSES;
const WITH_WORK = ['DEVELOPER_WORKING', 'CUSTOMER_REVIEWING_RESULTS'] as const;
const NOT_RUNNING = [...FINAL_STATUSES, 'REQUIRES_MOD_ASSISTANCE'] as const;
const RUNNING = ALL.filter((status) => !NOT_RUNNING.includes(status));

export const lifecycle: readonly Rule[] = [
  // Pending requests
  {
    action: 'edit',
    by: ['customer'],
    ticket: ['AWAITING_ASSIGNMENT'],
    event: 'request_edited',
    notice: 'quoted_request_edited',
    otherwise: PENDING,
  },
  {
    action: 'delete',
    by: ['customer'],
    ticket: ['AWAITING_ASSIGNMENT'],
    needs: ['nothing_paid', 'nothing_to_decide'],
    developer: 'none',
    quote: 'closed',
    event: 'request_deleted',
    notice: ['quotes_closed', 'request_deleted'],
    otherwise: PENDING,
  },
  {
    action: 'reserve',
    by: ['candidate'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'unassigned',
    needs: ['takes_grabs', ...CAN_TAKE, 'room_for_reservation', 'few_dropped_reservations'],
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
    needs: ['takes_grabs', ...CAN_TAKE],
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
    needs: CAN_TAKE,
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

  // Quotes
  {
    action: 'quote',
    by: ['candidate'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'unassigned',
    needs: [
      'takes_quotes',
      'not_quoted',
      'quotes_open',
      'room_for_quote',
      'few_quotes',
      'not_away',
    ],
    quote: 'sent',
    event: 'quote_sent',
    notice: 'quote_sent',
    otherwise: TAKEN,
    refusal: 'ticket_already_grabbed',
  },
  {
    action: 'edit-quote',
    by: ['candidate'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'unassigned',
    needs: ['quote_runs'],
    quote: 'edited',
    event: 'quote_edited',
    notice: 'quote_edited',
    otherwise: QUOTE_OVER,
    refusal: 'quote_decided',
  },
  {
    // Also by the clock: for an author who is suspended, leaves or becomes a moderator.
    action: 'withdraw-quote',
    by: ['candidate', 'clock'],
    ticket: ['AWAITING_ASSIGNMENT', 'REQUIRES_MOD_ASSISTANCE'],
    given: 'unassigned',
    needs: ['quote_runs'],
    quote: 'withdrawn',
    event: 'quote_withdrawn',
    notice: 'quote_withdrawn',
    otherwise: QUOTE_OVER,
    refusal: 'quote_decided',
  },
  {
    action: 'ask-about-quote',
    by: ['customer', 'candidate'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'unassigned',
    needs: ['quote_runs'],
    event: 'quote_discussed',
    notice: 'quote_discussed',
    otherwise: QUOTE_OVER,
    refusal: 'quote_decided',
  },
  {
    action: 'choose-quote',
    by: ['customer'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'unassigned',
    needs: ['quote_runs', 'unblocker_there', 'unblocker_has_room'],
    to: { ticket: 'DEVELOPER_PLANNING' },
    developer: 'quoted',
    quote: 'chosen',
    event: 'quote_chosen',
    notice: ['quote_chosen', 'quote_declined'],
    otherwise: QUOTE_OVER,
    refusal: 'quote_decided',
  },
  {
    // The plan of the chosen quote becomes the request's, as submitted.
    action: 'take-over-plan',
    by: ['clock'],
    ticket: ['DEVELOPER_PLANNING'],
    to: { ticket: 'CUSTOMER_REVIEWING_PLAN' },
    plan: 'submitted',
    event: 'quoted_plan_submitted',
    money: 'change_plan',
    otherwise: PLANNING,
  },
  {
    action: 'extend-quotes',
    by: ['customer'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'unassigned',
    needs: ['takes_quotes'],
    quotes: 'extended',
    event: 'quotes_extended',
    otherwise: PENDING,
  },
  {
    action: 'open-for-grabbing',
    by: ['customer'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'unassigned',
    needs: ['takes_quotes'],
    mode: 'grab',
    quote: 'closed',
    event: 'opened_for_grabbing',
    notice: 'opened_for_grabbing',
    otherwise: PENDING,
  },
  {
    action: 'tell-of-quotes',
    by: ['clock'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'unassigned',
    needs: ['takes_quotes', 'quotes_open', 'quotes_untold'],
    timer: { at: 'quotes', hours: -QUOTES_TOLD_HOURS },
    quotes: 'told',
    event: 'quotes_end_told',
    notice: 'quotes_end_soon',
    otherwise: PENDING,
  },
  {
    action: 'end-quotes',
    by: ['clock'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'unassigned',
    needs: ['takes_quotes', 'quotes_open'],
    timer: { at: 'quotes' },
    quotes: 'over',
    event: 'quotes_ended',
    notice: 'quotes_ended',
    otherwise: PENDING,
  },
  {
    action: 'invite',
    by: ['customer'],
    ticket: ['AWAITING_ASSIGNMENT'],
    given: 'unassigned',
    needs: ['room_for_invitation', 'unblocker_there'],
    event: 'unblocker_invited',
    notice: 'unblocker_invited',
    otherwise: PENDING,
  },

  // Plans
  {
    action: 'add-milestone',
    by: ['developer'],
    ticket: ['DEVELOPER_PLANNING'],
    needs: ['room_for_milestone'],
    to: { milestone: 'PLANNED' },
    event: 'milestone_added',
    otherwise: PLANNING,
  },
  {
    // Paid milestones stay as promised, also with another developer.
    action: 'edit-milestone',
    by: ['developer'],
    ticket: ['DEVELOPER_PLANNING'],
    milestone: ['PLANNED'],
    needs: ['milestone_unpaid'],
    event: 'milestone_edited',
    otherwise: PLANNING,
  },
  {
    action: 'delete-milestone',
    by: ['developer'],
    ticket: ['DEVELOPER_PLANNING'],
    milestone: ['PLANNED'],
    needs: ['milestone_unpaid'],
    event: 'milestone_deleted',
    money: 'void',
    otherwise: PLANNING,
  },
  {
    action: 'order-milestones',
    by: ['developer'],
    ticket: ['DEVELOPER_PLANNING'],
    event: 'milestones_ordered',
    otherwise: PLANNING,
  },
  {
    action: 'submit-plan',
    by: ['developer'],
    ticket: ['DEVELOPER_PLANNING'],
    needs: ['has_milestones'],
    to: { ticket: 'CUSTOMER_REVIEWING_PLAN' },
    plan: 'submitted',
    event: 'plan_submitted',
    notice: 'plan_submitted',
    otherwise: PLANNING,
  },
  {
    action: 'request-changes',
    by: ['customer'],
    ticket: ['CUSTOMER_REVIEWING_PLAN'],
    to: { ticket: 'DEVELOPER_PLANNING' },
    plan: 'changes_requested',
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
    plan: 'approved',
    event: 'plan_approved',
    notice: 'plan_approved',
    otherwise: REVIEWING_PLAN,
  },

  // Changes of an approved plan
  {
    action: 'propose-change',
    by: ['customer', 'developer'],
    ticket: WITH_WORK,
    needs: ['no_change', 'no_proposal'],
    change: 'proposed',
    event: 'change_proposed',
    notice: 'change_proposed',
    otherwise: APPROVED_PLAN,
  },
  {
    action: 'agree-to-change',
    by: ['customer', 'developer'],
    ticket: WITH_WORK,
    needs: ['change_of_the_other'],
    change: 'agreed',
    event: 'change_agreed',
    notice: 'change_agreed',
    money: 'change_plan',
    otherwise: NO_CHANGE,
    refusal: 'no_change',
  },
  {
    action: 'decline-change',
    by: ['customer', 'developer'],
    ticket: WITH_WORK,
    needs: ['change_of_the_other'],
    change: 'declined',
    event: 'change_declined',
    notice: 'change_declined',
    otherwise: NO_CHANGE,
    refusal: 'no_change',
  },
  {
    action: 'withdraw-change',
    by: ['customer', 'developer'],
    ticket: WITH_WORK,
    needs: ['own_change'],
    change: 'withdrawn',
    event: 'change_withdrawn',
    notice: 'change_withdrawn',
    otherwise: NO_CHANGE,
    refusal: 'no_change',
  },
  {
    // Unanswered; or no work is left to change, or somebody proposes to cancel.
    action: 'lapse-change',
    by: ['clock'],
    ticket: ALL,
    needs: ['some_change'],
    timer: { hours: CHANGE_ANSWER_HOURS },
    change: 'lapsed',
    event: 'change_lapsed',
    notice: 'change_lapsed',
    otherwise: NO_CHANGE,
  },

  // Work
  {
    action: 'start',
    by: ['developer'],
    ticket: ['DEVELOPER_WORKING'],
    milestone: ['PLANNED', 'REJECTED'],
    to: { ticket: 'DEVELOPER_WORKING', milestone: 'IN_PROGRESS' },
    event: 'milestone_started',
    otherwise:
      'Only possible while work goes on, for a milestone that is planned or was sent back.',
  },
  {
    // The next planned milestone starts automatically after an approval.
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
    otherwise: 'Only possible while work goes on, for a milestone that was started.',
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
    ending: 'accepted',
    event: 'milestone_accepted',
    notice: 'milestone_accepted',
    money: 'release',
    otherwise: REVIEWING_RESULTS,
  },
  {
    // Its customer did nothing for a week, and was told before.
    action: 'accept',
    by: ['clock'],
    ticket: ['CUSTOMER_REVIEWING_RESULTS'],
    milestone: ['IN_REVIEW'],
    given: 'others_remain',
    needs: ACCEPTS_ITSELF,
    timer: { at: 'acceptance' },
    to: { ticket: 'DEVELOPER_WORKING', milestone: 'ACCEPTED' },
    event: 'milestone_accepted_by_time',
    notice: ['milestone_accepted', 'accepted_by_time'],
    money: 'release',
    otherwise: REVIEWING_RESULTS,
  },
  {
    action: 'accept',
    by: ['clock'],
    ticket: ['CUSTOMER_REVIEWING_RESULTS'],
    milestone: ['IN_REVIEW'],
    given: 'last_milestone',
    needs: ACCEPTS_ITSELF,
    timer: { at: 'acceptance' },
    to: { ticket: 'CUSTOMER_APPROVED', milestone: 'ACCEPTED' },
    ending: 'accepted',
    event: 'milestone_accepted_by_time',
    notice: ['milestone_accepted', 'accepted_by_time'],
    money: 'release',
    otherwise: REVIEWING_RESULTS,
  },
  {
    // It has ended, and what the unblocker is paid for is done, as nobody else will approve it. Its
    // delivery stays unanswered, so that no guarantee of the customer begins by it.
    action: 'accept',
    by: ['clock'],
    ticket: FINAL_STATUSES,
    milestone: ['IN_REVIEW', 'PLANNED', 'IN_PROGRESS', 'REJECTED'],
    needs: ['milestone_earned'],
    to: { milestone: 'ACCEPTED' },
    event: 'milestone_counts_as_accepted',
    otherwise: REVIEWING_RESULTS,
  },
  {
    action: 'more-time',
    by: ['customer'],
    ticket: ['CUSTOMER_REVIEWING_RESULTS'],
    milestone: ['IN_REVIEW'],
    needs: ['milestone_paid', 'no_more_time'],
    event: 'more_time_taken',
    notice: 'more_time_taken',
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
    // Fetches a check's address. At a delivery the server does so automatically.
    action: 'check-now',
    by: ['customer', 'developer', 'moderator'],
    ticket: [...WITH_WORK, 'REQUIRES_MOD_ASSISTANCE'],
    milestone: ['IN_PROGRESS', 'IN_REVIEW', 'REJECTED'],
    needs: ['has_address'],
    event: 'address_looked_at',
    otherwise: 'Only possible while the milestone is worked on or in review.',
  },
  {
    // However it ended: the guarantee is of the milestone. What was called off leaves the plan, also another
    // repair: only this one is left to do.
    action: 'broke-again',
    by: ['customer'],
    ticket: FINAL_STATUSES,
    milestone: ['ACCEPTED'],
    needs: ['guaranteed', 'repairer_there'],
    to: { ticket: 'DEVELOPER_WORKING' },
    approves_earned: 'before',
    clears_plan: true,
    event: 'broke_again',
    notice: 'broke_again',
    otherwise: NOT_APPROVED,
  },
  {
    // A repair begins at once, beside other work.
    action: 'broke-again',
    by: ['customer'],
    ticket: ['DEVELOPER_WORKING'],
    milestone: ['ACCEPTED'],
    needs: ['guaranteed', 'not_in_repair', 'repairer_there'],
    to: { ticket: 'DEVELOPER_WORKING' },
    event: 'broke_again',
    notice: 'broke_again',
    otherwise: NOT_APPROVED,
  },
  {
    // While a delivery is in review, the repair begins after that.
    action: 'broke-again',
    by: ['customer'],
    ticket: ['CUSTOMER_REVIEWING_RESULTS'],
    milestone: ['ACCEPTED'],
    needs: ['guaranteed', 'not_in_repair', 'repairer_there'],
    event: 'broke_again',
    notice: 'broke_again',
    otherwise: NOT_APPROVED,
  },
  {
    // For the milestone that was not repaired in time: its repair leaves the plan.
    action: 'refund-released',
    by: ['customer'],
    ticket: WITH_WORK,
    milestone: ['ACCEPTED'],
    given: 'more_than_its_repair_left',
    needs: ['repair_missed', 'money_to_give_back', 'no_dispute'],
    event: 'repair_refunded',
    notice: 'repair_refunded',
    money: 'refund_repaired',
    otherwise: NO_REPAIR,
  },
  {
    action: 'refund-released',
    by: ['customer'],
    ticket: ['DEVELOPER_WORKING'],
    milestone: ['ACCEPTED'],
    given: 'only_its_repair_left',
    needs: ['repair_missed', 'money_to_give_back', 'no_dispute'],
    to: { ticket: 'as_it_ended' },
    ending: 'repair_missed',
    event: 'repair_refunded',
    notice: 'repair_refunded',
    money: 'refund_repaired',
    otherwise: NO_REPAIR,
  },
  {
    action: 'rate',
    by: ['customer'],
    ticket: ['CUSTOMER_REVIEWING_RESULTS', 'CUSTOMER_APPROVED'],
    needs: ['has_developer'],
    event: 'developer_rated',
    notice: 'developer_rated',
    otherwise: 'Only possible once there is work to rate.',
  },
  {
    action: 'rate-customer',
    by: ['developer'],
    ticket: ['CUSTOMER_REVIEWING_RESULTS', 'CUSTOMER_APPROVED'],
    event: 'customer_rated',
    notice: 'customer_rated',
    otherwise: 'Only possible once there is work to rate.',
  },

  // Time
  {
    action: 'remind',
    by: ['clock'],
    ticket: RUNNING,
    timer: { at: 'reminder' },
    event: 'reminded',
    otherwise: ONLY_RUNNING,
  },
  {
    // Half, most or all of a milestone's time has passed.
    action: 'remind-of-time',
    by: ['clock'],
    ticket: ['DEVELOPER_WORKING'],
    milestone: ['IN_PROGRESS', 'REJECTED'],
    needs: ['time_runs'],
    timer: { at: 'time' },
    event: 'reminded_of_time',
    otherwise: WORKING,
  },
  {
    action: 'miss',
    by: ['clock'],
    ticket: ['DEVELOPER_WORKING'],
    milestone: ['IN_PROGRESS', 'REJECTED'],
    given: 'of_paid_work',
    needs: ['time_runs', 'not_told_missed'],
    timer: { at: 'missed' },
    event: 'deadline_missed',
    notice: ['deadline_missed', 'own_deadline_missed'],
    otherwise: WORKING,
  },
  {
    // No other developer can be found: its customer has other choices.
    action: 'miss',
    by: ['clock'],
    ticket: ['DEVELOPER_WORKING'],
    milestone: ['IN_PROGRESS', 'REJECTED'],
    given: 'of_repair',
    needs: ['time_runs', 'not_told_missed'],
    timer: { at: 'missed' },
    event: 'deadline_missed',
    notice: ['repair_missed', 'own_repair_missed'],
    otherwise: WORKING,
  },
  {
    action: 'extend',
    by: ['customer'],
    ticket: ['DEVELOPER_WORKING'],
    milestone: ['IN_PROGRESS', 'REJECTED'],
    needs: ['milestone_missed'],
    event: 'deadline_extended',
    notice: 'deadline_extended',
    otherwise: NOT_MISSED,
  },
  {
    // Automatic. The work is planned again, and can be paid again.
    action: 'refund-missed',
    by: ['customer'],
    ticket: ['DEVELOPER_WORKING'],
    milestone: ['IN_PROGRESS', 'REJECTED'],
    given: 'time_missed',
    needs: ['milestone_held', 'nothing_awarded'],
    to: { milestone: 'PLANNED' },
    event: 'missed_refunded',
    notice: 'missed_refunded',
    money: 'refund_milestone',
    otherwise: SOMEBODY_LATE,
  },
  {
    // The same check failed in two deliveries.
    action: 'refund-missed',
    by: ['customer'],
    ticket: ['DEVELOPER_WORKING'],
    milestone: ['IN_PROGRESS', 'REJECTED'],
    given: 'time_kept',
    needs: ['failed_twice', 'milestone_held', 'nothing_awarded'],
    to: { milestone: 'PLANNED' },
    event: 'failed_refunded',
    notice: 'failed_refunded',
    money: 'refund_milestone',
    otherwise: SOMEBODY_LATE,
  },
  {
    // No plan was submitted in time.
    action: 'return-unplanned',
    by: ['clock'],
    ticket: ['DEVELOPER_PLANNING'],
    needs: ['nothing_awarded'],
    timer: { at: 'plan', hours: PLAN_RETURNS_HOURS },
    to: { ticket: 'AWAITING_ASSIGNMENT' },
    developer: 'none',
    replaces: true,
    event: 'returned_unplanned',
    notice: ['returned_unplanned', 'lost_unplanned'],
    money: 'hand_over',
    otherwise: PLANNING,
  },

  // To another unblocker
  {
    action: 'give-back',
    by: ['developer'],
    ticket: GRABBED_STATUSES,
    needs: ['nothing_awarded', 'no_repair_owed'],
    to: { ticket: 'AWAITING_ASSIGNMENT' },
    developer: 'none',
    event: 'request_handed_back',
    notice: 'request_handed_back',
    money: 'hand_over',
    otherwise: 'Only possible while you work on the request.',
  },
  {
    action: 'find-another',
    by: ['customer'],
    ticket: ['DEVELOPER_PLANNING'],
    needs: ['plan_overdue', 'nothing_awarded', 'no_repair_owed'],
    to: { ticket: 'AWAITING_ASSIGNMENT' },
    developer: 'none',
    replaces: true,
    event: 'another_sought',
    notice: 'another_sought',
    money: 'hand_over',
    otherwise: SOMEBODY_LATE,
  },
  {
    action: 'find-another',
    by: ['customer'],
    ticket: ['DEVELOPER_WORKING'],
    needs: ['deadline_missed', 'nothing_awarded', 'no_repair_owed'],
    to: { ticket: 'AWAITING_ASSIGNMENT' },
    developer: 'none',
    replaces: true,
    event: 'another_sought',
    notice: 'another_sought',
    money: 'hand_over',
    otherwise: SOMEBODY_LATE,
  },
  {
    // Unapproved milestones become drafts for the next developer.
    action: 'redraft',
    by: ['clock'],
    ticket: ['AWAITING_ASSIGNMENT'],
    milestone: ['IN_PROGRESS', 'IN_REVIEW', 'REJECTED'],
    to: { milestone: 'PLANNED' },
    event: 'milestone_redrafted',
    otherwise: PENDING,
  },
  {
    action: 'keep-held',
    by: ['customer'],
    ticket: ['AWAITING_ASSIGNMENT'],
    needs: ['some_money_held', 'held_undecided'],
    keeps_held: true,
    event: 'held_kept',
    otherwise: 'Only possible while the request waits for another unblocker.',
  },
  {
    action: 'refund-held',
    by: ['customer'],
    ticket: BEFORE_WORK,
    needs: ['some_money_held'],
    event: 'held_refunded',
    notice: 'held_refunded',
    money: 'refund_open',
    otherwise: 'Only possible until another unblocker’s plan is approved.',
  },
  {
    action: 'refund-held',
    by: ['clock'],
    ticket: ['AWAITING_ASSIGNMENT'],
    needs: ['some_money_held', 'held_undecided'],
    timer: { hours: 24 * HELD_WAITS_DAYS },
    event: 'held_refunded',
    notice: 'held_refunded',
    money: 'refund_open',
    otherwise: PENDING,
  },
  {
    action: 'share-earlier',
    by: ['customer'],
    ticket: ALL,
    needs: ['has_developer'],
    event: 'conversation_shared',
    notice: 'conversation_shared',
  },

  // Money
  {
    action: 'checkout',
    by: ['customer'],
    ticket: WITH_WORK,
    milestone: ['PLANNED', 'IN_PROGRESS', 'IN_REVIEW', 'REJECTED'],
    needs: ['milestone_unpaid'],
    event: 'checkout_opened',
    otherwise: 'Only possible once the plan is approved and until the milestone is accepted.',
  },
  {
    action: 'confirm-payment',
    by: ['provider'],
    ticket: [...WITH_WORK, 'REQUIRES_MOD_ASSISTANCE'],
    milestone: ['PLANNED', 'IN_PROGRESS', 'IN_REVIEW', 'REJECTED'],
    given: 'payment_expected',
    event: 'payment_held',
    notice: 'payment_held',
    money: 'hold',
    otherwise: 'This payment is no longer expected.',
  },
  {
    // Paid twice, or for work that was called off meanwhile: the payment is returned.
    action: 'confirm-payment',
    by: ['provider'],
    ticket: ALL,
    event: 'payment_returned',
    money: 'return',
    otherwise: 'This payment is no longer expected.',
  },
  {
    // The customer's bank took held money back: unapproved work can be paid again. Money under review
    // counts as held even after the approval.
    action: 'lose-payment',
    by: ['provider'],
    ticket: ALL,
    needs: ['milestone_held'],
    event: 'payment_lost',
    notice: 'payment_lost',
    money: 'lose',
    otherwise: 'No money is held here.',
  },
  {
    // The same after the release: it is lost until a moderator decides who bears it.
    action: 'lose-released',
    by: ['provider'],
    ticket: ALL,
    needs: ['milestone_released'],
    event: 'released_payment_lost',
    money: 'lose_released',
  },
  {
    action: 'bear-loss',
    by: ['moderator'],
    ticket: ALL,
    needs: ['milestone_released', 'loss_undecided'],
    event: 'loss_borne',
    money: 'bear_loss',
  },

  // Ways out
  {
    action: 'get-help',
    by: ['customer', 'developer'],
    ticket: RUNNING,
    needs: ['has_somebody'],
    to: { ticket: 'REQUIRES_MOD_ASSISTANCE' },
    event: 'help_asked',
    notice: ['help_asked', 'help_needed'],
    otherwise: ONLY_RUNNING,
  },
  {
    // Approved work broke, and its developer is gone: moderators can correct the money.
    action: 'get-help',
    by: ['customer'],
    ticket: FINAL_STATUSES,
    needs: ['repairer_gone'],
    to: { ticket: 'REQUIRES_MOD_ASSISTANCE' },
    event: 'help_asked',
    notice: ['help_asked', 'help_needed'],
    otherwise: ONLY_RUNNING,
  },
  {
    // However it had ended, that stays: its free repair leaves the plan, and no money moves.
    action: 'cancel',
    by: ['customer'],
    ticket: WITH_WORK,
    given: 'only_repairs_left',
    to: { ticket: 'as_it_ended' },
    ending: 'repair_cancelled',
    clears_plan: true,
    event: 'repair_cancelled',
    notice: 'repair_cancelled',
    otherwise: ONLY_RUNNING,
  },
  {
    action: 'cancel',
    by: ['customer'],
    ticket: RUNNING,
    needs: ['no_money_held'],
    to: { ticket: 'CUSTOMER_REJECTED' },
    ending: 'cancelled',
    event: 'request_cancelled',
    notice: 'request_cancelled',
    money: 'refund_held',
    otherwise: ONLY_RUNNING,
  },
  {
    action: 'ask-to-cancel',
    by: ['customer', 'developer'],
    ticket: GRABBED_STATUSES,
    needs: ['some_money_held', 'no_proposal'],
    proposal: 'made',
    event: 'cancel_asked',
    notice: 'cancel_asked',
    otherwise: 'Only possible while an unblocker works on the request.',
  },
  {
    action: 'agree-to-cancel',
    by: ['customer', 'developer'],
    ticket: GRABBED_STATUSES,
    needs: ['proposal_of_the_other'],
    to: { ticket: 'CUSTOMER_REJECTED' },
    ending: 'agreed',
    proposal: 'over',
    event: 'cancel_agreed',
    notice: 'cancel_agreed',
    money: 'split_agreed',
    otherwise: NOTHING_ASKED,
  },
  {
    action: 'decline-to-cancel',
    by: ['customer', 'developer'],
    ticket: GRABBED_STATUSES,
    needs: ['proposal_of_the_other'],
    proposal: 'over',
    event: 'cancel_declined',
    notice: 'cancel_declined',
    otherwise: NOTHING_ASKED,
  },
  {
    action: 'withdraw-cancel',
    by: ['customer', 'developer'],
    ticket: GRABBED_STATUSES,
    needs: ['own_proposal'],
    proposal: 'over',
    event: 'cancel_withdrawn',
    notice: 'cancel_withdrawn',
    otherwise: NOTHING_ASKED,
  },
  {
    action: 'pass-on-cancel',
    by: ['clock'],
    ticket: GRABBED_STATUSES,
    needs: ['some_proposal'],
    timer: { hours: CANCEL_ANSWER_HOURS },
    to: { ticket: 'REQUIRES_MOD_ASSISTANCE' },
    proposal: 'over',
    event: 'cancel_unanswered',
    notice: ['cancel_unanswered', 'help_needed'],
    otherwise: NOTHING_ASKED,
  },
  {
    // It no longer fits: money moved, a moderator has the request, or it has ended.
    action: 'lapse-cancel',
    by: ['clock'],
    ticket: ALL,
    needs: ['some_proposal'],
    proposal: 'over',
    event: 'cancel_lapsed',
    notice: 'cancel_lapsed',
    otherwise: NOTHING_ASKED,
  },

  // Discussion
  {
    action: 'message',
    by: ['customer', 'developer'],
    ticket: ALL,
    needs: ['other_side_there'],
    event: 'message_sent',
    notice: 'new_message',
  },
  {
    // A message that needs an answer: it is the other side's turn until they write.
    action: 'ask',
    by: ['customer', 'developer'],
    ticket: RUNNING,
    needs: ['has_developer', 'other_side_there'],
    question: 'asked',
    event: 'answer_asked',
    notice: 'answer_asked',
    otherwise: ONLY_RUNNING,
  },
  {
    action: 'answer',
    by: ['customer', 'developer'],
    ticket: ALL,
    needs: ['question_of_the_other'],
    question: 'over',
    event: 'question_answered',
  },
  {
    action: 'take-back-question',
    by: ['customer', 'developer'],
    ticket: ALL,
    needs: ['own_question'],
    question: 'over',
    event: 'question_taken_back',
  },
  {
    action: 'report',
    by: ['customer', 'developer'],
    ticket: RUNNING,
    given: 'present_message',
    needs: ['someone_elses_message', 'not_a_decision', 'not_yet_reported'],
    to: { ticket: 'REQUIRES_MOD_ASSISTANCE' },
    event: 'message_reported',
    notice: 'message_reported',
  },
  {
    // The current developer has no part in an earlier conversation: their work continues.
    action: 'report',
    by: ['customer', 'developer'],
    ticket: RUNNING,
    given: 'earlier_message',
    needs: ['someone_elses_message', 'not_a_decision', 'not_yet_reported'],
    event: 'earlier_message_reported',
    notice: 'message_reported',
  },
  {
    // Final statuses stay, and a request that waits for help keeps its first reason.
    action: 'report',
    by: ['customer', 'developer'],
    ticket: NOT_RUNNING,
    needs: ['someone_elses_message', 'not_a_decision', 'not_yet_reported'],
    event: 'message_reported',
    notice: 'message_reported',
  },

  {
    action: 'edit-message',
    by: ['customer', 'developer'],
    ticket: ALL,
    needs: ['own_message', 'message_there', 'message_unreported', 'message_recent'],
    event: 'message_edited',
  },
  {
    action: 'delete-message',
    by: ['customer', 'developer'],
    ticket: ALL,
    needs: ['own_message', 'message_there', 'message_unreported', 'message_recent'],
    event: 'message_deleted',
  },
  {
    // Keys can be removed in spite of a report, and at any time.
    action: 'take-out-keys',
    by: ['customer', 'developer'],
    ticket: ALL,
    needs: ['own_message', 'message_there'],
    event: 'message_edited',
  },

  // Moderation
  {
    action: 'take-in',
    by: ['moderator'],
    ticket: RUNNING,
    to: { ticket: 'REQUIRES_MOD_ASSISTANCE' },
    event: 'request_taken_in',
    notice: 'request_taken_in',
    otherwise: ONLY_RUNNING,
  },
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
    ending: 'closed_for_customer',
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
    ending: 'closed_for_developer',
    approves_earned: 'after',
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
    replaces: true,
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
    event: 'milestone_split',
    notice: 'moderator_decided',
    money: 'split',
    otherwise: NEEDS_HELP,
  },
  {
    // Refunds released money, wholly or partly; the request stays as it is.
    action: 'refund',
    by: ['moderator'],
    ticket: NOT_RUNNING,
    needs: ['milestone_released', 'money_to_give_back', 'no_dispute'],
    event: 'money_refunded',
    notice: 'moderator_decided',
    money: 'refund_released',
    otherwise: HELP_OR_ENDED,
  },
  {
    // The guarantee: refunds all that the customer has paid, held or released.
    action: 'money-back',
    by: ['moderator'],
    ticket: ['REQUIRES_MOD_ASSISTANCE'],
    needs: ['money_to_give_back', 'no_dispute'],
    to: { ticket: 'CUSTOMER_REJECTED' },
    ending: 'closed_for_customer',
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
    event: 'money_given_back',
    notice: 'moderator_decided',
    money: 'refund_all',
    otherwise: HELP_OR_ENDED,
  },
  {
    // A suspicious first-hour payment turns out to be fine.
    action: 'clear-payment',
    by: ['moderator'],
    ticket: ALL,
    needs: ['payment_in_review'],
    event: 'payment_cleared',
    notice: 'moderator_decided',
    money: 'clear',
    otherwise: NOT_HELD,
  },
  {
    // It is refunded; unapproved work can be paid again at the usual price.
    action: 'refuse-payment',
    by: ['moderator'],
    ticket: ALL,
    needs: ['payment_in_review'],
    event: 'payment_refused',
    notice: 'moderator_decided',
    money: 'refuse',
    otherwise: NOT_HELD,
  },
  {
    action: 'ask-sides',
    by: ['moderator'],
    ticket: ['REQUIRES_MOD_ASSISTANCE'],
    event: 'sides_asked',
    notice: 'moderator_asked',
    otherwise: NEEDS_HELP,
  },
  {
    action: 'grant-appeal',
    by: ['moderator'],
    ticket: RUNNING,
    to: { ticket: 'REQUIRES_MOD_ASSISTANCE' },
    event: 'appeal_granted',
    notice: 'moderator_decided',
  },
  {
    // Final statuses stay: only money can still be corrected.
    action: 'grant-appeal',
    by: ['moderator'],
    ticket: NOT_RUNNING,
    event: 'appeal_granted',
    notice: 'moderator_decided',
  },
  {
    // The other side cannot continue alone while one may not sign in.
    action: 'suspend',
    by: ['clock'],
    ticket: RUNNING,
    to: { ticket: 'REQUIRES_MOD_ASSISTANCE' },
    event: 'side_suspended',
    notice: 'request_stopped',
    otherwise: ONLY_RUNNING,
  },
];
