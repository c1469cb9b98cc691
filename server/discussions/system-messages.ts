import type { Change } from '../change.ts';
import type { TicketRow } from '../tickets/locked.ts';
import { messageColumns, tellMessage } from './thread.ts';
import { mailUnreadLater } from './unread-mail.ts';

/**
 * Posts what a step of the customer's says in the thread, and has it mailed like any message that
 * stays unread. The request is locked by the caller; its step has its own notification.
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
    })
    .returning(messageColumns)
    .executeTakeFirstOrThrow();
  await mailUnreadLater(change, ticket, ticket.customer_id);
  tellMessage(change, ticket, { ...message, attachments: {} });
}
