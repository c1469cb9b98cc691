import type { Quote } from '#domain/message.ts';
import type { Pairing } from '#domain/pairing.ts';
import type { Ticket } from '#domain/ticket.ts';
import { counterpartName } from '../tickets/counterpart.ts';

/** The author of a message, as named to `me`. Former developers may have written too. */
export function authorOf(
  { author_id, is_system }: Pick<Quote, 'author_id' | 'is_system'>,
  ticket: Ticket,
  me: string,
  pairings: readonly Pairing[] = [],
): string {
  if (author_id === me) return 'You';
  // Steps speak for a side, decisions for the moderator.
  if (author_id === ticket.counterpart?.id) return counterpartName(ticket);
  const before = pairings.find(({ developer }) => developer.id === author_id);
  if (before) return before.developer.full_name;
  return is_system ? 'Moderator' : 'Someone else';
}
