import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';

/** What the code of a request asks of it. */
export type TicketOfCode = Pick<Ticket, 'id' | 'relation' | 'counterpart' | 'turn' | 'actions'>;

/** What the code of a request is shown with. */
export interface CodeTabProps {
  ticket: TicketOfCode;
  milestones: readonly Pick<Milestone, 'id' | 'title'>[];
  /** Leads to where the next message is written. */
  onDiscuss: () => void;
}

/** Whether somebody may bring a version of the project in; the server decides. */
export function maySendProject({ relation, turn }: TicketOfCode): boolean {
  return relation === 'customer' && turn.whose !== 'done';
}
