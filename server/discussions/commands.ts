import { Refusal } from '#domain/errors.ts';
import { decide } from '#domain/rulebook.ts';
import type { Change } from '../change.ts';
import { attachFiles } from '../files/attach.ts';
import type { Viewer } from '../http/viewer.ts';
import { sendNotice } from '../mail/notices.ts';
import { factsOf, lockTicket } from '../tickets/locked.ts';
import { perform } from '../tickets/perform.ts';
import { maySee, relationOf } from '../tickets/relation.ts';

interface NewMessage {
  text: string;
  attachments?: string[] | undefined;
  client_id?: string | undefined;
}

/**
 * Posts a message. Sent again with the same `client_id` it is stored once, and the first one
 * comes back. Posting changes no state, so the history has no line for it.
 * @throws Refusal `not_found`, `not_your_part`
 */
export async function postMessage(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  message: NewMessage,
): Promise<string> {
  const locked = await lockTicket(change.tx, ticketId);
  const { ticket } = locked;
  const relation = relationOf(viewer, ticket);
  if (!maySee(relation, ticket)) throw new Refusal('not_found');
  const decision = decide('message', relation, factsOf(locked, {}));
  if (!decision.allowed) throw new Refusal(decision.code, decision.reason);
  const earlier = message.client_id && (await sentBefore(change, viewer, message.client_id));
  if (earlier) return earlier;
  const { id } = await change.tx
    .insertInto('messages')
    .values({
      ticket_id: ticketId,
      author_id: viewer.id,
      text: message.text,
      client_id: message.client_id ?? null,
      notification_sent: ticket.developer_id !== null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const field = 'attachments';
  await attachFiles(change, viewer, message[field], { ticketId, part: 'message_id', id, field });
  await sendNotice(change, 'new_message', { ticket, actor: viewer });
  const to = [ticket.customer_id, ticket.developer_id].filter((person) => person !== null);
  change.tell({ type: 'message', ticket_id: ticketId, id, to });
  return id;
}

/** Marks what the other side wrote as read. */
export async function markRead(change: Change, viewer: Viewer, ticketId: string): Promise<void> {
  const { ticket } = await lockTicket(change.tx, ticketId);
  const relation = relationOf(viewer, ticket);
  if (!maySee(relation, ticket)) throw new Refusal('not_found');
  if (relation === 'candidate') throw new Refusal('not_your_part');
  const marked = await change.tx
    .updateTable('messages')
    .set({ is_read: true })
    .where('ticket_id', '=', ticketId)
    .where('author_id', '<>', viewer.id)
    .where('is_read', '=', false)
    .executeTakeFirst();
  if (marked.numUpdatedRows === 0n) return;
  const to = [ticket.customer_id, ticket.developer_id].filter((person) => person !== null);
  change.tell({ type: 'read', ticket_id: ticketId, to });
}

/**
 * Reports a message of the other side to the moderators.
 * @throws Refusal `not_found`, `own_message`, `message_already_reported`
 */
export async function reportMessage(
  change: Change,
  viewer: Viewer,
  messageId: string,
): Promise<void> {
  const found = await change.tx
    .selectFrom('messages')
    .select(['ticket_id', 'author_id'])
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const locked = await lockTicket(change.tx, found.ticket_id);
  // A candidate sees the request, but none of its messages.
  if (relationOf(viewer, locked.ticket) === 'candidate') throw new Refusal('not_found');
  const { is_reported } = await change.tx
    .selectFrom('messages')
    .select('is_reported')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  await perform(change, locked, {
    action: 'report',
    actor: viewer,
    message: { id: messageId, mine: found.author_id === viewer.id, reported: is_reported },
  });
  await change.tx
    .updateTable('messages')
    .set({ is_reported: true })
    .where('id', '=', messageId)
    .execute();
  await change.tx
    .insertInto('reports')
    .values({ message_id: messageId, ticket_id: found.ticket_id, reporter_id: viewer.id })
    .execute();
}

async function sentBefore(
  { tx }: Change,
  viewer: Viewer,
  clientId: string,
): Promise<string | undefined> {
  const earlier = await tx
    .selectFrom('messages')
    .select('id')
    .where('author_id', '=', viewer.id)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return earlier?.id;
}
