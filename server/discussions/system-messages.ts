import type { Change } from '../change.ts';
import type { TicketRow } from '../tickets/locked.ts';
import { messageColumns, tellMessage } from './thread.ts';

/**
 * Posts what a step of the customer's says in the thread. The request is locked by the caller, who
 * also sends the mail: a step tells of itself once.
 */
export async function postSystemMessage(
  change: Change,
  ticket: TicketRow,
  text: string,
): Promise<void> {
  const message = await change.tx
    .insertInto('messages')
    .values({
      ticket_id: ticket.id,
      author_id: ticket.customer_id,
      text,
      is_system: true,
      notification_sent: true,
    })
    .returning(messageColumns)
    .executeTakeFirstOrThrow();
  tellMessage(change, ticket, { ...message, attachments: {} });
}
