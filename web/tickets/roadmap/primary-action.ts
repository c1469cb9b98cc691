import type { Action } from '#domain/lifecycle.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { allows } from './allows.ts';

export interface PrimaryAction {
  action: Action;
  /** Null where the act is about the request or its plan as a whole. */
  milestoneId: string | null;
}

/** What the product wants done first, where several acts are allowed. */
const order: readonly { of: 'ticket' | 'milestone'; action: Action }[] = [
  { of: 'ticket', action: 'grab' },
  { of: 'ticket', action: 'approve-plan' },
  { of: 'ticket', action: 'submit-plan' },
  { of: 'ticket', action: 'add-milestone' },
  { of: 'milestone', action: 'reject' },
  { of: 'milestone', action: 'submit' },
  { of: 'milestone', action: 'start' },
  { of: 'milestone', action: 'checkout' },
];

/** The one act that is drawn as primary, and that sticks to the bottom of a phone. */
export function primaryAction(ticket: Ticket, milestones: Milestone[]): PrimaryAction | null {
  for (const { of, action } of order) {
    if (of === 'ticket' && allows(ticket, action)) return { action, milestoneId: null };
    const milestone = of === 'milestone' && milestones.find((one) => allows(one, action));
    if (milestone) return { action, milestoneId: milestone.id };
  }
  return null;
}

export function isPrimary(
  primary: PrimaryAction | null,
  action: Action,
  milestoneId: string | null = null,
): boolean {
  return primary?.action === action && primary.milestoneId === milestoneId;
}
