import type { Change } from '../lifecycle/change.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import { messageColumns, tellMessage } from './thread.ts';
import { mailUnreadLater } from './unread-mail.ts';

interface SystemMessage {
  author_id: string;
  text: string;
  /** Whether a mail of its own tells of it. */
  notification_sent: boolean;
}

/**
 * Posts what a moderator has decided, under their own name; each side gets a mail of its own about
 * it. The request is locked by the caller. Answers with the message's id.
 */
export function postDecision(
  change: Change,
  ticket: TicketRow,
  { moderatorId, text }: { moderatorId: string; text: string },
): Promise<string> {
  return post(change, ticket, { author_id: moderatorId, text, notification_sent: true });
}

/**
 * Posts what a step of the customer's says in the thread, and has it mailed like any message that
 * stays unread. The request is locked by the caller; its step has its own notification.
 */
export async function postSystemMessage(
  change: Change,
  ticket: TicketRow,
  text: string,
): Promise<void> {
  const { customer_id } = ticket;
  await post(change, ticket, { author_id: customer_id, text, notification_sent: false });
  await mailUnreadLater(change, ticket, customer_id);
}

async function post(
  change: Change,
  ticket: TicketRow,
  { author_id, text, notification_sent }: SystemMessage,
): Promise<string> {
  const message = await change.tx
    .insertInto('messages')
    .values({ ticket_id: ticket.id, author_id, text, is_system: true, notification_sent })
    .returning(messageColumns)
    .executeTakeFirstOrThrow();
  tellMessage(change, ticket, { ...message, attachments: {} });
  return message.id;
}
