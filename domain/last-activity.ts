import type { Ticket } from './ticket.ts';

/** The time of the last step or message in a discussion. */
export function lastActivity({
  status_since,
  last_message,
}: Pick<Ticket, 'status_since' | 'last_message'>): Date {
  const step = new Date(status_since).getTime();
  const message = last_message ? new Date(last_message.created_at).getTime() : step;
  return new Date(Math.max(step, message));
}
