import { type Action, acts } from '#domain/acts.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { allows } from './allows.ts';

export interface PrimaryAction {
  action: Action;
  /** Null for an act on the request or the whole plan. */
  milestoneId: string | null;
}

/**
 * The one primary act, which sticks to the bottom of phones: the one that the turn asks for, where the
 * server allows it.
 */
export function primaryAction(ticket: Ticket, milestones: Milestone[]): PrimaryAction | null {
  const { action, milestone_id } = ticket.turn;
  if (action === null) return null;
  if (allows(ticket, action)) return { action, milestoneId: null };
  const milestone = milestones.find(({ id }) => id === milestone_id);
  return milestone && allows(milestone, action) ? { action, milestoneId: milestone.id } : null;
}

/** Whether its button stands alone: answers to a proposal are beside it. */
export function standsAlone({ action }: PrimaryAction): boolean {
  return acts[action].place !== 'proposal';
}

export function isPrimary(
  primary: PrimaryAction | null,
  action: Action,
  milestoneId: string | null = null,
): boolean {
  return primary?.action === action && primary.milestoneId === milestoneId;
}
