import { type BillingStatus, isPaid } from './billing.ts';
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
  milestones: readonly { id: string; status: MilestoneStatus; awarded_cents?: number | null }[];
  milestone?: {
    id: string;
    status: MilestoneStatus;
    billing: BillingStatus | null;
    /** Whether moderators look at its payment, so that it stays held. */
    in_review?: boolean;
    /** Of its price: accepted, and released once they have looked at it. */
    awarded_cents?: number | null;
  };
  message?: {
    mine: boolean;
    reported: boolean;
    /** It tells what a moderator has decided. */
    decision?: boolean;
    /** A step has posted it. */
    system?: boolean;
    /** It can still be edited and deleted. */
    recent?: boolean;
    /** Hidden or deleted. */
    gone?: boolean;
  };
  /** The payment that arrived: `expected` while its checkout is the one that was last opened. */
  payment?: { expected: boolean };
  /** Whether the customer has paid anything, for the milestone or in all, that did not go back yet. */
  money_left?: boolean;
  /** A dispute about that money, once it was released, is still to be decided. */
  disputed?: boolean;
  /** One of the two sides may not sign in. */
  side_suspended?: boolean;
}

/** Conditions beyond role and state; each refuses with its own code. */
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
  nobody_suspended: {
    code: 'side_suspended',
    holds: (facts) => facts.side_suspended !== true,
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
  has_developer: { code: 'no_developer', holds: (facts) => facts.has_developer },
} as const satisfies Record<string, { code: RefusalCode; holds: (facts: Facts) => boolean }>;

/** What tells apart two rules of one action that differ in where they lead. */
export const variants = {
  unassigned: (facts) => !facts.has_developer,
  assigned: (facts) => facts.has_developer,
  others_remain: (facts) => othersRemain(facts),
  last_milestone: (facts) => !othersRemain(facts),
  payment_expected: (facts) =>
    facts.milestone?.billing === 'unpaid' && facts.payment?.expected === true,
} as const satisfies Record<string, (facts: Facts) => boolean>;

function othersRemain({ milestones, milestone }: Facts): boolean {
  return milestones.some((other) => other.id !== milestone?.id && other.status !== 'ACCEPTED');
}
