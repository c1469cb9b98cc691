/**
 * What a request takes along to another unblocker: its plan as a draft, approved work, and held money.
 * Source: product decisions, "Every state has a way out".
 */
import type { BillingStatus } from './billing.ts';
import type { MilestoneStatus } from './milestone-status.ts';
import { formatCents } from './money.ts';
import type { TicketStatus } from './ticket-status.ts';

/** Until the next plan is approved, earlier held money can still be refunded. */
export const BEFORE_WORK = [
  'AWAITING_ASSIGNMENT',
  'DEVELOPER_PLANNING',
  'CUSTOMER_REVIEWING_PLAN',
] as const satisfies readonly TicketStatus[];

/** Actions by which a grabbed request goes to another developer. */
export const HANDOVERS = ['give-back', 'find-another', 'return-unplanned', 'reopen'] as const;

export function isHandover(action: string): boolean {
  return HANDOVERS.some((each) => each === action);
}

/** A milestone, as far as its money can move with the request. */
interface HeldWork {
  status: MilestoneStatus;
  billing?: BillingStatus | null;
  awarded_cents?: number | null;
}

/**
 * Money held for unapproved work that is not awarded to anybody, in cents: for the customer what they
 * paid, which a first hour reduces, for the developer their share, for others in prices.
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

/** Whether the money of a milestone moves with the request: approved work has earned it. */
export function isOpenHold({ status, billing, awarded_cents }: HeldWork): boolean {
  return status !== 'ACCEPTED' && billing === 'held' && (awarded_cents ?? null) === null;
}

/** What a returned request brings along, for developers who look for one; null for nothing. */
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
