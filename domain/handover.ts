/**
 * What a request takes along when it goes to another unblocker: its plan as a draft, the work that was
 * accepted, and the money that is held. Source: product decisions, "Every state has a way out".
 */
import type { BillingStatus } from './billing.ts';
import type { MilestoneStatus } from './milestone-status.ts';
import { formatCents } from './money.ts';
import type { TicketStatus } from './ticket-status.ts';

/** Until the next plan is approved, what is held from before can still go back. */
export const BEFORE_WORK = [
  'AWAITING_ASSIGNMENT',
  'DEVELOPER_PLANNING',
  'CUSTOMER_REVIEWING_PLAN',
] as const satisfies readonly TicketStatus[];

/** By which a request goes to others after somebody had grabbed it. */
export const HANDOVERS = ['give-back', 'find-another', 'return-unplanned', 'reopen'] as const;

/** Of a milestone, all that says whether its money goes with the request. */
interface HeldWork {
  status: MilestoneStatus;
  billing?: BillingStatus | null;
  awarded_cents?: number | null;
}

/**
 * What is held for work that nobody has accepted, and that is nobody's yet, in cents: the customer's in
 * what they paid, which a first hour makes less, the developer's in their share, anybody else's in prices.
 */
export function heldCents(
  plan: readonly (HeldWork & {
    cost_cents: number;
    discount_cents: number | null;
    fee_cents: number | null;
  })[],
  viewer: 'customer' | 'developer' | 'candidate',
): number {
  const off = ({ customer: 'discount_cents', developer: 'fee_cents', candidate: null } as const)[
    viewer
  ];
  return plan
    .filter(isOpenHold)
    .reduce((sum, work) => sum + work.cost_cents - ((off && work[off]) ?? 0), 0);
}

/** Whether the money of a milestone goes with the request: accepted work has earned its own. */
export function isOpenHold({ status, billing, awarded_cents }: HeldWork): boolean {
  return status !== 'ACCEPTED' && billing === 'held' && (awarded_cents ?? null) === null;
}

/** What a request that was given back brings along, for whoever looks for one; null for nothing. */
export function handedWords({
  accepted_milestones,
  held_cents,
}: {
  accepted_milestones: number;
  held_cents: number;
}): string | null {
  const done = accepted_milestones > 0 ? 'Some work is done' : null;
  const held = held_cents > 0 ? `${formatCents(held_cents)} is held` : null;
  return [done, held].filter((each) => each !== null).join('; ') || null;
}
