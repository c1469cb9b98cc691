import { sql } from 'kysely';
import type { Actions } from '#domain/actions.ts';
import type { Message } from '#domain/message.ts';
import { MESSAGE_OPEN_MS } from '#domain/message-text.ts';
import { Refusal } from '#domain/refusals.ts';
import { sidesOf } from '#domain/relation.ts';
import type { Facts } from '#domain/rule-facts.ts';
import { actionsFor } from '#domain/rulebook.ts';
import { messageText, type StoredWords } from '#domain/system-message-texts.ts';
import type { Reader } from '../database/database.ts';
import { asUtc } from '../database/utc.ts';
import { fileMapSql } from '../files/file-map.ts';
import type { Change } from '../lifecycle/change.ts';
import type { TicketRow } from '../lifecycle/locked.ts';

/** What a thread's rules look at of its request. */
export type ThreadTicket = Pick<
  TicketRow,
  'id' | 'customer_id' | 'developer_id' | 'status' | 'status_before_help'
>;

/** A message as it is stored, the same for all who may see it. */
export type StoredMessage = Omit<Message, 'actions'>;

/** The same as it lies in its row, without its words. */
type MessageRow = Omit<StoredMessage, 'text'> & StoredWords;

/** The same as a statement writes it into JSON. */
export type MessageJson = Omit<MessageRow, 'created_at'> & { created_at: string };

export function fromJson(message: MessageJson): StoredMessage {
  return worded({ ...message, created_at: asUtc(message.created_at) });
}

/** A message with the words that its readers see in place of what is stored of them. */
export function worded({ kind, parameters, ...row }: MessageRow): StoredMessage {
  return { ...row, text: messageText({ ...row, kind, parameters }) };
}

/** What is read of a message's own row to show it. */
export const messageColumns = [
  ...(['id', 'position', 'ticket_id', 'author_id', 'text', 'is_system', 'is_read'] as const),
  ...(['is_reported', 'is_hidden', 'notification_sent', 'client_id', 'created_at'] as const),
  ...(['is_edited', 'is_deleted', 'has_secrets', 'kind', 'parameters'] as const),
] as const;

/** With its words, the files of a hidden message are gone. */
const ATTACHMENTS = `case when messages.is_hidden then '{}'::json
  else ${fileMapSql('message_id', 'messages.id')} end`;

/**
 * A message, files included, by its id or by the one that its author's program gave it.
 * @throws Refusal `not_found`
 */
export async function storedMessage(
  db: Reader,
  by: { id: string } | { author_id: string; client_id: string },
): Promise<StoredMessage> {
  const row = await db
    .selectFrom('messages')
    .select(messageColumns)
    .select(sql.raw<StoredMessage['attachments']>(ATTACHMENTS).as('attachments'))
    .where((is) => is.and({ ...by }))
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return worded(row);
}

/** A message with what one of its readers may do about it. */
export function asMessage(row: StoredMessage, personId: string, ticket: ThreadTicket): Message {
  return { ...row, actions: actionsOf(row, personId, ticket) };
}

/**
 * Tells both sides of a new or changed message, as the request stands in this change: whoever is
 * no side of it now hears nothing.
 */
export function tellMessage(
  change: Pick<Change, 'tell'>,
  ticket: ThreadTicket,
  message: StoredMessage,
): void {
  const to = sidesOf(ticket);
  const actions = Object.fromEntries(to.map((id) => [id, actionsOf(message, id, ticket)]));
  const { id, ticket_id } = message;
  change.tell({ type: 'message', ticket_id, id, message, actions, to });
}

/** Steps speak in the customer's name; what a moderator decided stands under their own. */
export function isDecision(
  message: { is_system: boolean; author_id: string },
  ticket: { customer_id: string },
): boolean {
  return message.is_system && message.author_id !== ticket.customer_id;
}

/** What the rulebook looks at of a message and its request. */
export function messageFacts(
  row: MessageState,
  personId: string,
  ticket: ThreadTicket,
): Facts & { message: NonNullable<Facts['message']> } {
  return {
    status: ticket.status,
    status_before_help: ticket.status_before_help,
    has_developer: ticket.developer_id !== null,
    reservations_held: 0,
    reservations_dropped: 0,
    milestones: [],
    message: {
      mine: row.author_id === personId,
      reported: row.is_reported,
      decision: isDecision(row, ticket),
      system: row.is_system,
      gone: row.is_hidden || row.is_deleted,
      recent: new Date(row.created_at).getTime() > Date.now() - MESSAGE_OPEN_MS,
    },
  };
}

type MessageState = Pick<
  StoredMessage,
  'author_id' | 'is_system' | 'is_reported' | 'is_hidden' | 'is_deleted' | 'created_at'
>;

/** Of somebody else's message, what its author may do is left out. */
function actionsOf(row: StoredMessage, personId: string, ticket: ThreadTicket): Actions {
  const relation = personId === ticket.customer_id ? 'customer' : 'developer';
  const facts = messageFacts(row, personId, ticket);
  const { report, ...own } = actionsFor('message', relation, facts);
  return { ...(report && { report }), ...(facts.message.mine && !row.is_system && own) };
}
