import type { Message } from './message.ts';
import type { Ticket } from './ticket.ts';

/** Whose words something may be, as a reader's program is told it. */
export const WRITERS = [
  'me',
  'customer',
  'unblocker',
  'earlier_unblocker',
  'moderator',
  'product',
] as const;
export type Writer = (typeof WRITERS)[number];

/**
 * Whose words a message has for the reader of a request. A step speaks for the side that took it, as its
 * own words may stand in it; a decision for the moderator. Also of words to or by an earlier unblocker,
 * which the customer may have shown to the present one. What has no author is the product's.
 */
export function writerOf(
  { author_id, is_decision }: Pick<Message, 'is_decision'> & { author_id: string | null },
  {
    customer_id,
    developer_id,
    relation,
  }: Pick<Ticket, 'customer_id' | 'developer_id' | 'relation'>,
): Writer {
  if (is_decision) return 'moderator';
  if (author_id === null) return 'product';
  if (author_id === customer_id) return relation === 'customer' ? 'me' : 'customer';
  if (author_id !== developer_id) return 'earlier_unblocker';
  return relation === 'developer' ? 'me' : 'unblocker';
}
