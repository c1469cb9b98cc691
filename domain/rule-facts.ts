import { type BillingStatus, isPaid } from './billing.ts';
import type { CheckFacts } from './check.ts';
import { isOpenHold } from './handover.ts';
import { MAX_DROPPED_RESERVATIONS, MAX_MILESTONES, MAX_RESERVATIONS } from './limits.ts';
import type { MilestoneStatus } from './milestone-status.ts';
import type { RefusalCode } from './refusals.ts';
import type { TicketStatus } from './ticket-status.ts';

/** What someone is to one request. `candidate`: a developer whom an open request suits. */
export type Relation =
  | 'customer'
  | 'developer'
  | 'candidate'
  | 'moderator'
  | 'stranger'
  | 'clock'
  | 'provider';

/** Of each milestone. */
interface PlannedFacts {
  id: string;
  status: MilestoneStatus;
  billing?: BillingStatus | null;
  /** Of its price: accepted, and released once moderators have looked at the payment. */
  awarded_cents?: number | null;
  /** Of a repair: the milestone that broke. */
  repairs?: string | null;
  /** So long past its date that the guarantee counts it as missed. */
  missed?: boolean;
}

/** All that the rules look at. Loaded on locked rows before a change, without locks before a read. */
export interface Facts {
  status: TicketStatus;
  /** Where a request that needs help came from. */
  status_before_help: TicketStatus | null;
  has_developer: boolean;
  /** How many requests the asking developer has reserved but not grabbed. */
  reservations_held: number;
  /** How many that developer reserved in the last 24 hours and left without grabbing them. */
  reservations_dropped: number;
  milestones: readonly PlannedFacts[];
  /** The customer has paid for something that was accepted; where `milestones` are the others alone. */
  accepted_paid?: boolean;
  /** Who has made the proposal to cancel that is still to be answered. */
  cancel_asked_by?: 'customer' | 'developer' | null;
  /** Who has proposed the change of the plan that is still to be answered. Time rests meanwhile. */
  change_asked_by?: 'customer' | 'developer' | null;
  milestone?: PlannedFacts & {
    billing: BillingStatus | null;
    /** Whether moderators look at its payment, so that it stays held. */
    in_review?: boolean;
    /** Of its price: accepted, and released once they have looked at it. */
    awarded_cents?: number | null;
    checks?: readonly CheckFacts[];
    /** Its time runs. */
    runs?: boolean;
    /** Both sides were told that it is missed. */
    told_missed?: boolean;
    /** Its customer was told for the last time that it will be accepted by itself. */
    told?: boolean;
    /** Its customer has asked for more time to look at the delivery. */
    more_time?: boolean;
    /** It was approved a short while ago, and its customer has not had all of its money back. */
    guaranteed?: boolean;
    /** Whoever did it has the request still, and may sign in. */
    repairer_there?: boolean;
  };
  message?: {
    mine: boolean;
    reported: boolean;
    /** It tells what a moderator has decided. */
    decision?: boolean;
    /** It is of a pairing that has ended: who works on the request now has no part in it. */
    earlier?: boolean;
    /** A step has posted it. */
    system?: boolean;
    /** It can still be edited and deleted. */
    recent?: boolean;
    /** Hidden or deleted. */
    gone?: boolean;
  };
  /** Whose question waits for its answer. */
  asked_by?: 'customer' | 'developer' | null;
  /** A report waits for a moderator. */
  report_open?: boolean;
  /** The payment that arrived: `expected` while its checkout is the one that was last opened. */
  payment?: { expected: boolean };
  /** Whether the customer has paid anything, for the milestone or in all, that did not go back yet. */
  money_left?: boolean;
  /** A dispute about that money, once it was released, is still to be decided. */
  disputed?: boolean;
  /** Its developer has let the customer wait for a plan, or for paid work, for too long. */
  plan_overdue?: boolean;
  deadline_missed?: boolean;
  /** The customer wants that what is held stays held. */
  keeps_held?: boolean;
  /** The other side has deleted their account. */
  other_side_gone?: boolean;
  /** One of the two sides may not sign in. */
  side_suspended?: boolean;
  /** Something is under the guarantee, and nobody is there to repair it. */
  repairer_gone?: boolean;
}

/** Conditions beyond role and state; each refuses with its own code. `asker`: who wants to act. */
export const conditions = {
  has_milestones: {
    code: 'no_milestones',
    holds: (facts) => facts.milestones.some(({ status }) => status !== 'ACCEPTED'),
  },
  room_for_reservation: {
    code: 'too_many_reservations',
    holds: (facts) => facts.reservations_held < MAX_RESERVATIONS,
  },
  few_dropped_reservations: {
    code: 'too_many_dropped_reservations',
    holds: (facts) => facts.reservations_dropped < MAX_DROPPED_RESERVATIONS,
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
  milestone_held: {
    code: 'nothing_held',
    holds: (facts) => facts.milestone?.billing === 'held',
  },
  milestone_released: {
    code: 'nothing_released',
    holds: (facts) => facts.milestone?.billing === 'released',
  },
  /** Of the milestone that is divided, or of those that leave the plan: it is divided already. */
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
  no_dispute: {
    code: 'dispute_open',
    holds: (facts) => facts.disputed !== true,
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
  nobody_suspended: {
    code: 'side_suspended',
    holds: (facts) => facts.side_suspended !== true,
  },
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
  nothing_paid: {
    code: 'request_paid',
    holds: ({ milestones, accepted_paid }) =>
      !accepted_paid && !milestones.some(({ billing }) => isPaid(billing ?? null)),
  },
  milestone_missed: { code: 'nobody_late', holds: ({ milestone }) => milestone?.missed === true },
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
  /** Somebody to be heard about: the developer, or one who has left work under the guarantee. */
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
  /** A repair is owed by whoever did the work: it goes to nobody else. */
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

/** Whether there is money that the two sides can still divide: what was accepted is decided. */
function isMoneyHeld({ milestones }: Facts): boolean {
  return milestones.some(isOpenHold);
}

/** Whether it is a repair that goes on. */
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

/** The repair of the milestone, or of the one that it repairs itself, that goes on. */
function repairOf({ milestone, milestones }: Facts): PlannedFacts | undefined {
  const first = milestone?.repairs ?? milestone?.id;
  return milestones.find((each) => isOpenRepair(each) && each.repairs === first);
}

/** What tells apart two rules of one action that differ in where they lead. */
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
