import { type Action, acts } from '#domain/acts.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { allows } from './allows.ts';

export interface PrimaryAction {
  action: Action;
  /** Null where the act is about the request or its plan as a whole. */
  milestoneId: string | null;
}

/**
 * The one act that is drawn as primary, and that sticks to the bottom of a phone: the one that the
 * words about whose turn it is ask for, where the server allows it.
 */
export function primaryAction(ticket: Ticket, milestones: Milestone[]): PrimaryAction | null {
  const { action, milestone_id } = ticket.turn;
  if (action === null) return null;
  if (allows(ticket, action)) return { action, milestoneId: null };
  const milestone = milestones.find(({ id }) => id === milestone_id);
  return milestone && allows(milestone, action) ? { action, milestoneId: milestone.id } : null;
}

/** Whether its button stands by itself: the answers to a proposal stand with what is proposed. */
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
