import { type BillingStatus, isPaid } from './billing.ts';
import type { CheckFacts } from './check.ts';
import { isOpenHold } from './handover.ts';
import {
  FIRST_REQUESTS,
  FIRST_RUNNING,
  MAX_DROPPED_RESERVATIONS,
  MAX_INVITATIONS,
  MAX_MILESTONES,
  MAX_OWN_QUOTES,
  MAX_QUOTES,
  MAX_RESERVATIONS,
} from './limits.ts';
import type { MilestoneStatus } from './milestone-status.ts';
import type { RefusalCode } from './refusals.ts';
import type { TicketStatus } from './ticket-status.ts';

/** A person's relation to a request. `candidate`: a developer who could take it. */
export type Relation =
  | 'customer'
  | 'developer'
  | 'candidate'
  | 'moderator'
  | 'stranger'
  | 'clock'
  | 'provider';

/** Per milestone. */
interface PlannedFacts {
  id: string;
  status: MilestoneStatus;
  billing?: BillingStatus | null;
  /** Approved part of its price, to be released after a review. */
  awarded_cents?: number | null;
  /** For a repair: the milestone that broke. */
  repairs?: string | null;
  /** So long past its date that the guarantee counts it as missed. */
  missed?: boolean;
}

/** A developer who would get the request by a step, or whom its customer invites to it. */
export interface Taker {
  away: boolean;
  /** Grabbed requests that have not ended and are not with the moderators. */
  running: number;
  /** How many they take at a time; null for any number. */
  max_running: number | null;
  /** Of their first requests, how many are finished. */
  first_finished: number;
}

/** Whether they can have one more at a time. */
const hasRoom = ({ running, max_running }: Taker) => max_running === null || running < max_running;
const hasRoomAmongFirst = ({ running, first_finished }: Taker) =>
  first_finished >= FIRST_REQUESTS || running < FIRST_RUNNING;

/** All facts of the rules. Read from locked rows for a change, without locks for a read. */
export interface Facts {
  status: TicketStatus;
  /** The previous status of a request that needs help. */
  status_before_help: TicketStatus | null;
  /** It was rejected before something of it broke. */
  was_rejected?: boolean;
  has_developer: boolean;
  /** Requests that the developer has reserved and not grabbed. */
  reservations_held?: number;
  /** Reservations of the last 24 hours that the developer dropped. */
  reservations_dropped?: number;
  /** Running quotes of the developer. */
  quotes_running?: number;
  /** Where the step, or whoever looks, has one. */
  taker?: Taker | null;
  /** The customer compares quotes. */
  compares?: boolean;
  /** It takes further ones. */
  quotes_open?: boolean;
  /** The customer was told that the time for quotes ends soon. */
  quotes_told?: boolean;
  /** Running quotes of the request. */
  quotes?: number;
  /** One of them is of whoever asks. */
  has_quoted?: boolean;
  /** The quote that is acted on runs. */
  quote_runs?: boolean;
  /** Developers whom the customer has invited. */
  invitations?: number;
  milestones: readonly PlannedFacts[];
  /** The customer has paid something, whatever became of it and of its milestone. */
  was_paid?: boolean;
  /** Moderators have a report or an appeal to decide, which would be gone with the request. */
  undecided?: boolean;
  /** The author of the open proposal to cancel. */
  cancel_asked_by?: 'customer' | 'developer' | null;
  /** The author of the open change of the plan. Time is paused meanwhile. */
  change_asked_by?: 'customer' | 'developer' | null;
  milestone?: PlannedFacts & {
    billing: BillingStatus | null;
    /** Whether its payment is under review, so that it stays held. */
    in_review?: boolean;
    /** Approved part of its price, to be released after the review. */
    awarded_cents?: number | null;
    checks?: readonly CheckFacts[];
    /** Its time is running. */
    runs?: boolean;
    /** Both sides were told that it is missed. */
    told_missed?: boolean;
    /** Its customer has had the last notice of the automatic approval. */
    told?: boolean;
    /** Its customer asked for more time to review the delivery. */
    more_time?: boolean;
    /** Approved recently, and not fully refunded. */
    guaranteed?: boolean;
    /** Its developer still has the request, and can sign in. */
    repairer_there?: boolean;
  };
  message?: {
    mine: boolean;
    reported: boolean;
    /** A moderator's decision. */
    decision?: boolean;
    /** Of an ended pairing: the current developer has no part in it. */
    earlier?: boolean;
    /** A system message. */
    system?: boolean;
    /** It can still be edited and deleted. */
    recent?: boolean;
    /** Hidden or deleted. */
    gone?: boolean;
  };
  /** Whose question is unanswered. */
  asked_by?: 'customer' | 'developer' | null;
  /** A report waits for a moderator. */
  report_open?: boolean;
  /** The payment that arrived: `expected` if its checkout is the last opened one. */
  payment?: { expected: boolean };
  /** Whether the customer has paid anything that was not refunded, for the milestone or in all. */
  money_left?: boolean;
  /** A dispute over that money after its release is undecided. */
  disputed?: boolean;
  /** Its developer has let the customer wait too long for a plan, or for paid work. */
  plan_overdue?: boolean;
  deadline_missed?: boolean;
  /** The customer wants held money to stay held. */
  keeps_held?: boolean;
  other_side_gone?: boolean;
  /** A side is suspended. */
  side_suspended?: boolean;
  /** Something is under the guarantee, and its developer is gone. */
  repairer_gone?: boolean;
}

/** Conditions beyond role and status; each refuses with its own code. `asker`: who wants to act. */
export const conditions = {
  has_milestones: {
    code: 'no_milestones',
    holds: (facts) => facts.milestones.some(({ status }) => status !== 'ACCEPTED'),
  },
  room_for_reservation: {
    code: 'too_many_reservations',
    holds: ({ reservations_held = 0 }) => reservations_held < MAX_RESERVATIONS,
  },
  few_dropped_reservations: {
    code: 'too_many_dropped_reservations',
    holds: ({ reservations_dropped = 0 }) => reservations_dropped < MAX_DROPPED_RESERVATIONS,
  },
  not_away: { code: 'away', holds: ({ taker }) => !taker?.away },
  room_to_run: { code: 'too_many_running', holds: ({ taker }) => !taker || hasRoom(taker) },
  room_among_first: {
    code: 'too_many_first',
    holds: ({ taker }) => !taker || hasRoomAmongFirst(taker),
  },
  unblocker_there: { code: 'unblocker_away', holds: ({ taker }) => !taker?.away },
  unblocker_has_room: {
    code: 'unblocker_full',
    holds: ({ taker }) => !taker || (hasRoom(taker) && hasRoomAmongFirst(taker)),
  },
  takes_grabs: { code: 'takes_quotes', holds: (facts) => !facts.compares },
  takes_quotes: { code: 'takes_no_quotes', holds: (facts) => facts.compares === true },
  quotes_open: { code: 'quotes_over', holds: (facts) => facts.quotes_open === true },
  quotes_untold: { code: 'told_already', holds: (facts) => !facts.quotes_told },
  not_quoted: { code: 'already_quoted', holds: (facts) => !facts.has_quoted },
  room_for_quote: { code: 'quotes_full', holds: ({ quotes = 0 }) => quotes < MAX_QUOTES },
  few_quotes: {
    code: 'too_many_quotes',
    holds: ({ quotes_running = 0 }) => quotes_running < MAX_OWN_QUOTES,
  },
  quote_runs: { code: 'quote_decided', holds: (facts) => facts.quote_runs === true },
  room_for_invitation: {
    code: 'too_many_invitations',
    holds: ({ invitations = 0 }) => invitations < MAX_INVITATIONS,
  },
  room_for_milestone: {
    code: 'too_many_milestones',
    holds: (facts) => facts.milestones.length < MAX_MILESTONES,
  },
  milestone_paid: {
    code: 'milestone_not_paid',
    holds: (facts) => isPaid(facts.milestone?.billing ?? null),
  },
  milestone_unpaid: {
    code: 'milestone_already_paid',
    holds: (facts) => facts.milestone?.billing === 'unpaid',
  },
  /** Paid to its developer, now or after a review; of a repair, handed in. */
  milestone_earned: {
    code: 'milestone_not_paid',
    holds: ({ milestone }) =>
      milestone?.billing === 'released' ||
      (milestone?.awarded_cents ?? null) !== null ||
      (isRepair(milestone) && milestone?.status === 'IN_REVIEW'),
  },
  milestone_held: {
    code: 'nothing_held',
    holds: (facts) => facts.milestone?.billing === 'held',
  },
  milestone_released: {
    code: 'nothing_released',
    holds: (facts) => facts.milestone?.billing === 'released',
  },
  /** For the milestone to split, or those that leave the plan: it is split already. */
  nothing_awarded: {
    code: 'payment_in_review',
    holds: ({ milestone, milestones }) => {
      const open = milestones.filter(({ status }) => status !== 'ACCEPTED');
      return (milestone ? [milestone] : open).every(
        (each) => (each.awarded_cents ?? null) === null,
      );
    },
  },
  payment_in_review: {
    code: 'payment_not_in_review',
    holds: ({ milestone }) => milestone?.in_review === true,
  },
  money_to_give_back: {
    code: 'nothing_to_give_back',
    holds: (facts) => facts.money_left === true,
  },
  no_dispute: { code: 'dispute_open', holds: (facts) => facts.disputed !== true },
  loss_undecided: {
    code: 'no_lost_dispute',
    holds: (facts) => facts.disputed === true,
  },
  has_address: {
    code: 'no_address',
    holds: ({ milestone }) => checksOf(milestone).some(({ by_address }) => by_address),
  },
  no_check_failed: {
    code: 'check_failed',
    holds: ({ milestone }) => !checksOf(milestone).some(({ state }) => state === 'failed'),
  },
  addresses_pass: {
    code: 'address_not_passing',
    holds: ({ milestone }) =>
      checksOf(milestone).every(({ by_address, state }) => !by_address || state === 'passed'),
  },
  failed_twice: {
    code: 'not_failed_twice',
    holds: ({ milestone }) => checksOf(milestone).some(({ failures }) => failures >= 2),
  },
  nobody_suspended: { code: 'side_suspended', holds: (facts) => facts.side_suspended !== true },
  other_side_there: {
    code: 'other_side_gone',
    holds: (facts) => facts.other_side_gone !== true,
  },
  someone_elses_message: {
    code: 'own_message',
    holds: (facts) => facts.message === undefined || !facts.message.mine,
  },
  own_message: {
    code: 'not_your_part',
    holds: ({ message }) => message === undefined || (message.mine && message.system !== true),
  },
  message_there: { code: 'message_gone', holds: (facts) => facts.message?.gone !== true },
  message_unreported: {
    code: 'message_reported',
    holds: (facts) => facts.message?.reported !== true,
  },
  message_recent: { code: 'message_fixed', holds: (facts) => facts.message?.recent !== false },
  not_a_decision: {
    code: 'decision_not_reportable',
    holds: (facts) => facts.message?.decision !== true,
  },
  not_yet_reported: {
    code: 'message_already_reported',
    holds: (facts) => facts.message === undefined || !facts.message.reported,
  },
  plan_overdue: { code: 'nobody_late', holds: (facts) => facts.plan_overdue === true },
  deadline_missed: { code: 'nobody_late', holds: (facts) => facts.deadline_missed === true },
  held_undecided: { code: 'held_kept_already', holds: (facts) => facts.keeps_held !== true },
  nothing_to_decide: { code: 'still_to_decide', holds: (facts) => facts.undecided !== true },
  nothing_paid: { code: 'request_paid', holds: (facts) => facts.was_paid !== true },
  milestone_missed: { code: 'not_missed', holds: ({ milestone }) => milestone?.missed === true },
  time_runs: { code: 'time_stopped', holds: ({ milestone }) => milestone?.runs === true },
  not_told_missed: { code: 'told_already', holds: ({ milestone }) => !milestone?.told_missed },
  customer_told: { code: 'not_told', holds: ({ milestone }) => milestone?.told === true },
  no_more_time: { code: 'more_time_taken', holds: ({ milestone }) => !milestone?.more_time },
  no_report: { code: 'report_open', holds: (facts) => !facts.report_open },
  customer_asks_nothing: { code: 'question_open', holds: (facts) => facts.asked_by !== 'customer' },
  own_question: { code: 'no_question', holds: (facts, asker) => facts.asked_by === asker },
  question_of_the_other: {
    code: 'no_question',
    holds: (facts, asker) => Boolean(facts.asked_by) && facts.asked_by !== asker,
  },
  has_developer: { code: 'no_developer', holds: (facts) => facts.has_developer },
  /** The developer, or a former one with work under the guarantee. */
  has_somebody: {
    code: 'no_developer',
    holds: (facts) => facts.has_developer || facts.repairer_gone === true,
  },
  repairer_gone: { code: 'repairer_there', holds: (facts) => facts.repairer_gone === true },
  guaranteed: { code: 'guarantee_over', holds: ({ milestone }) => milestone?.guaranteed === true },
  repairer_there: {
    code: 'repairer_gone',
    holds: ({ milestone }) => milestone?.repairer_there === true,
  },
  not_in_repair: { code: 'repair_open', holds: (facts) => repairOf(facts) === undefined },
  repair_missed: { code: 'repair_not_missed', holds: (facts) => repairOf(facts)?.missed === true },
  /** A repair is owed by the original developer: nobody else gets it. */
  no_repair_owed: {
    code: 'repair_owed',
    holds: ({ milestones }) => !milestones.some(isOpenRepair),
  },
  no_money_held: { code: 'money_held', holds: (facts) => !isMoneyHeld(facts) },
  some_money_held: { code: 'nothing_held', holds: isMoneyHeld },
  no_proposal: { code: 'proposal_open', holds: (facts) => !facts.cancel_asked_by },
  some_proposal: { code: 'no_proposal', holds: (facts) => Boolean(facts.cancel_asked_by) },
  own_proposal: {
    code: 'no_proposal',
    holds: (facts, asker) => facts.cancel_asked_by === asker,
  },
  proposal_of_the_other: {
    code: 'no_proposal',
    holds: (facts, asker) => Boolean(facts.cancel_asked_by) && facts.cancel_asked_by !== asker,
  },
  no_change: { code: 'change_open', holds: (facts) => !facts.change_asked_by },
  some_change: { code: 'no_change', holds: (facts) => Boolean(facts.change_asked_by) },
  own_change: { code: 'no_change', holds: (facts, asker) => facts.change_asked_by === asker },
  change_of_the_other: {
    code: 'no_change',
    holds: (facts, asker) => Boolean(facts.change_asked_by) && facts.change_asked_by !== asker,
  },
} as const satisfies Record<
  string,
  { code: RefusalCode; holds: (facts: Facts, asker: Relation) => boolean }
>;

function checksOf(milestone: Facts['milestone']): readonly CheckFacts[] {
  return milestone?.checks ?? [];
}

/** Whether there is money that the sides can still split: approved work has earned its own. */
function isMoneyHeld({ milestones }: Facts): boolean {
  return milestones.some(isOpenHold);
}

/** Whether it is an unfinished repair. */
function isOpenRepair(each: PlannedFacts): boolean {
  return isRepair(each) && each.status !== 'ACCEPTED';
}

/** Whether all paid work of a plan is approved, and a free repair goes on. */
export function onlyRepairsLeft(milestones: readonly PlannedFacts[]): boolean {
  const open = milestones.filter(({ status }) => status !== 'ACCEPTED');
  return open.length > 0 && open.every(isRepair);
}

function isRepair(each: PlannedFacts | undefined): boolean {
  return each?.billing === 'free';
}

/** The unfinished repair of the milestone, or of the one that it repairs. */
function repairOf({ milestone, milestones }: Facts): PlannedFacts | undefined {
  const first = milestone?.repairs ?? milestone?.id;
  return milestones.find((each) => isOpenRepair(each) && each.repairs === first);
}

/** Distinguishes two rows of one action that lead to different statuses. */
export const variants = {
  unassigned: (facts) => !facts.has_developer,
  assigned: (facts) => facts.has_developer,
  others_remain: (facts) => othersRemain(facts),
  last_milestone: (facts) => !othersRemain(facts),
  only_repairs_left: ({ milestones }) => onlyRepairsLeft(milestones),
  only_its_repair_left: (facts) => !othersRemain(facts, repairOf(facts)?.id),
  more_than_its_repair_left: (facts) => othersRemain(facts, repairOf(facts)?.id),
  of_repair: ({ milestone }) => isRepair(milestone),
  of_paid_work: ({ milestone }) => !isRepair(milestone),
  time_missed: ({ milestone }) => milestone?.missed === true,
  time_kept: ({ milestone }) => milestone?.missed !== true,
  present_message: (facts) => facts.message?.earlier !== true,
  earlier_message: (facts) => facts.message?.earlier === true,
  payment_expected: (facts) =>
    facts.milestone?.billing === 'unpaid' && facts.payment?.expected === true,
} as const satisfies Record<string, (facts: Facts) => boolean>;

function othersRemain({ milestones, milestone }: Facts, besides?: string): boolean {
  return milestones.some(
    ({ id, status }) => id !== milestone?.id && id !== besides && status !== 'ACCEPTED',
  );
}
