import type { Ticket } from '#domain/ticket.ts';
import { EMPTY_PLAN, PLAN_CAPTION, ticketStatuses } from '#domain/ticket-status.ts';

type Seen = Pick<Ticket, 'status' | 'relation'>;

/** The heading above the milestones. Source: specification 2.11. */
export function planCaption({ status, relation }: Seen): string {
  if (relation !== 'customer') return 'Development Roadmap';
  return ticketStatuses[status].caption ?? PLAN_CAPTION;
}

/** Whether it is the default caption. */
export function saysNothing(seen: Seen): boolean {
  return planCaption(seen) === PLAN_CAPTION;
}

/** Shown where no milestones exist. */
export function emptyPlanText({ status, relation }: Seen): string {
  const side = relation === 'customer' ? 'customer' : 'developer';
  return ticketStatuses[status].empty?.[side] ?? EMPTY_PLAN;
}
