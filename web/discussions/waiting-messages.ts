import type { Message } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';

/**
 * The ids of the questions without an answer: nobody on the other side has written since. A message that a
 * step of theirs posts, such as a proposal, is no answer.
 */
export function waitingIn(
  messages: readonly Pick<Message, 'id' | 'author_id' | 'is_system' | 'needs_answer'>[],
  { question, ...ticket }: Pick<Ticket, 'question' | 'customer_id' | 'developer_id'>,
): Set<string> {
  if (!question) return new Set();
  const asker = question.asked_by === 'customer' ? ticket.customer_id : ticket.developer_id;
  const last = messages.findLastIndex(
    ({ author_id, is_system }) => author_id !== asker && !is_system,
  );
  return new Set(
    messages
      .slice(last + 1)
      .filter(({ needs_answer }) => needs_answer)
      .map(({ id }) => id),
  );
}
