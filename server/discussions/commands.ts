import type { Message } from '#domain/message.ts';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import { asSeeing, asSide, sidesOf } from '#domain/relation.ts';
import { decide } from '#domain/rulebook.ts';
import { attachFiles } from '../files/attach.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import { type Change, changeAtOnce } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { factsOf, lockTicket, lockTicketRow, type TicketRow } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { markMessagesNoticed } from '../notifications/commands.ts';
import { type SignedMessage, storeMessage, storeMessages } from './store-message.ts';
import { asMessage, isDecision, type StoredMessage, storedMessage, tellMessage } from './thread.ts';

interface NewMessage {
  text: string;
  attachments?: string[] | undefined;
  client_id?: string | undefined;
  /** Its author shares keys in it knowingly. */
  has_secrets?: boolean;
}

/**
 * Posts a message. Sent again with the same `client_id` it is stored once, and the first one
 * comes back. Posting changes no state, so the history has no line for it.
 * @throws Refusal `not_found`, `not_your_part`, `invalid_input` for a `client_id` used elsewhere
 */
export async function postMessage(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  message: NewMessage,
): Promise<Message> {
  const ticket = await lockTicketRow(change.tx, ticketId);
  requireMayWrite(viewer, ticket);
  const { text, client_id = null, has_secrets = false } = message;
  const onItsWay = { ticket_id: ticketId, author_id: viewer.id, text, client_id, has_secrets };
  const added = await storeMessage(change.tx, onItsWay);
  if (!added) {
    change.isRepeat = true;
    return asMessage(await sentBefore(change, viewer, ticketId, message), viewer.id, ticket);
  }
  const { id } = added.message;
  const field = 'attachments';
  await attachFiles(change, viewer, message[field], { ticketId, part: 'message_id', id, field });
  const stored = message[field]?.length ? await storedMessage(change.tx, { id }) : added.message;
  tellMessage(change, ticket, stored);
  return asMessage(stored, viewer.id, ticket);
}

/**
 * Posts messages without files by one statement, which asks who sends them as well. Null for one
 * that is not as plain as that: then `postMessage` says why, or does it step by step.
 */
export function postMessagesAtOnce(
  context: Context,
  messages: readonly SignedMessage[],
): Promise<(Message | null)[]> {
  return changeAtOnce(context, async ({ db, tell }) => {
    const stored = await storeMessages(db, messages);
    return stored.map((one) => {
      if (!one) return null;
      const { message, ticket } = one;
      tellMessage({ tell }, ticket, message);
      return asMessage(message, message.author_id, ticket);
    });
  });
}

/** @throws Refusal `not_found`, `not_your_part` */
function requireMayWrite(viewer: Viewer, ticket: TicketRow): void {
  const relation = asSeeing(viewer, ticket);
  const decision = decide('message', relation, factsOf({ ticket, milestones: [] }, {}));
  if (!decision.allowed) throw new Refusal(decision.code, decision.reason);
}

/** @throws Refusal `invalid_input` when the first one went to another request */
async function sentBefore(
  { tx }: Change,
  viewer: Viewer,
  ticketId: string,
  { client_id = '' }: NewMessage,
): Promise<StoredMessage> {
  const earlier = await storedMessage(tx, { author_id: viewer.id, client_id });
  if (earlier.ticket_id !== ticketId) {
    throw invalidInput('client_id', 'This client_id was used for a message of another request');
  }
  return earlier;
}

/** Marks what the other side wrote as read. */
export async function markRead(change: Change, viewer: Viewer, ticketId: string): Promise<void> {
  const ticket = await lockTicketRow(change.tx, ticketId);
  const relation = asSeeing(viewer, ticket);
  if (relation === 'candidate') throw new Refusal('not_your_part');
  const marked = await change.tx
    .updateTable('messages')
    .set({ is_read: true })
    .where('ticket_id', '=', ticketId)
    .where('author_id', '<>', viewer.id)
    .where('is_read', '=', false)
    .executeTakeFirst();
  if (marked.numUpdatedRows === 0n) return;
  await markMessagesNoticed(change, { personId: viewer.id, ticketId });
  change.tell({ type: 'read', ticket_id: ticketId, person_id: viewer.id, to: sidesOf(ticket) });
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
    .select('ticket_id')
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const locked = await lockTicket(change.tx, found.ticket_id);
  // A candidate sees the request, but none of its messages.
  asSide(viewer, locked.ticket);
  const before = { status: locked.ticket.status };
  const message = await change.tx
    .selectFrom('messages')
    .select(['is_reported', 'is_system', 'author_id'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  await perform(change, locked, {
    action: 'report',
    actor: viewer,
    message: {
      id: messageId,
      mine: message.author_id === viewer.id,
      reported: message.is_reported,
      decision: isDecision(message, locked.ticket),
    },
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
  await writeAudit(change, viewer, {
    action: 'message_reported',
    target: { type: 'message', id: messageId },
    ticket_id: found.ticket_id,
    before,
    after: { status: locked.ticket.status, written_by: message.author_id },
  });
}
