import { sql } from 'kysely';
import type { Actions, Permission } from '#domain/actions.ts';
import type { CodeLines } from '#domain/code.ts';
import type { Message, Quote } from '#domain/message.ts';
import { MESSAGE_OPEN_MS } from '#domain/message-text.ts';
import { excerptOf, READ_FOR_EXCERPT } from '#domain/plain-text.ts';
import { Refusal } from '#domain/refusals.ts';
import { isInPairing, sidesInPairing } from '#domain/relation.ts';
import type { Facts } from '#domain/rule-facts.ts';
import { actionsFor, permissionFor } from '#domain/rulebook.ts';
import { isOfModerators, messageText, type StoredWords } from '#domain/system-message-texts.ts';
import { layoutOf, pickerOf } from '../database/columns.ts';
import type { Reader } from '../database/database.ts';
import { caseChanged } from '../database/live-event.ts';
import { textOf } from '../database/sql-text.ts';
import { asUtc } from '../database/utc.ts';
import { fileMap } from '../files/file-map.ts';
import type { Change } from '../lifecycle/change.ts';
import type { TicketRow } from '../lifecycle/locked.ts';

/** What a thread's rules look at of its request. */
export type ThreadTicket = Pick<
  TicketRow,
  'id' | 'customer_id' | 'developer_id' | 'pairing_id' | 'status' | 'status_before_help'
>;

/** A message as it is stored, the same for all who may see it. */
export type StoredMessage = Omit<Message, 'actions'>;

/** What is made of a row. */
type Worded = 'text' | 'quote' | 'code' | 'is_decision';

/** The same as it lies in its row, without its words. */
type MessageRow = Omit<StoredMessage, Worded> &
  StoredWords & { quote: QuoteRow | null; code: CodeLines[] | null };

/** The same as a statement writes it into JSON. */
export type MessageJson = Omit<MessageRow, 'created_at'> & { created_at: string };

/** What is read of a message that another one answers. */
export type QuoteRow = Omit<Quote, 'excerpt'> & StoredWords;

/** Takes the row over: to copy fifty of them for each page would be felt. */
export function fromJson(message: MessageJson): StoredMessage {
  return worded(Object.assign(message, { created_at: asUtc(message.created_at) }));
}

/** A message with the words that its readers see in place of what is stored of them. */
export function worded(row: MessageRow): StoredMessage {
  return Object.assign(plainOf(row), {
    code: (!row.is_hidden && row.code) || [],
    text: messageText(row),
    is_decision: isOfModerators(row.kind),
    quote: row.quote && asQuote(row.quote),
  });
}

function asQuote({ id, author_id, is_system, ...words }: QuoteRow): Quote {
  return { id, author_id, is_system, excerpt: excerptOf(messageText(words)) };
}

/** No more of its words than an excerpt needs. */
const quoteColumns = sql`id, author_id, is_system, kind, parameters,
  left(text, ${sql.lit(READ_FOR_EXCERPT)}) as text, is_hidden, is_deleted`;
const QUOTE_COLUMNS = textOf(quoteColumns);

/** SQL for the messages `where` as `QuoteRow`s. */
export const quotesSql = (where: string) => `select ${QUOTE_COLUMNS} from messages where ${where}`;

const FLAGS = [
  ...(['is_system', 'is_read', 'is_reported', 'is_hidden', 'notification_sent'] as const),
  ...(['is_edited', 'is_deleted', 'has_secrets', 'needs_answer'] as const),
] as const;
const PLAIN = [
  ...(['id', 'position', 'pairing_id', 'author_id', 'client_id'] as const),
  ...(['text', 'created_at'] as const),
] as const;
const RARE = ['code', 'reply_to', 'kind', 'parameters'] as const;

/** What is shown as it is stored. */
const plainOf = pickerOf<MessageRow, Exclude<keyof StoredMessage, Worded>>([
  ...(['id', 'ticket_id', 'position', 'pairing_id', 'author_id', 'client_id'] as const),
  ...(['created_at', 'reply_to', 'attachments'] as const),
  ...FLAGS,
]);

/** What is read of a message's own row to show it. */
export const messageColumns = ['ticket_id', ...PLAIN, ...FLAGS, ...RARE] as const;

/** The same for many of one request. */
export const messageLayout = layoutOf<Omit<MessageJson, 'ticket_id' | 'attachments' | 'quote'>>({
  plain: PLAIN,
  flags: FLAGS,
  rare: RARE,
});

/** With its words, the files of a hidden message are gone. */
const attachments = sql<StoredMessage['attachments']>`case when one.is_hidden then '{}'::json
  else ${fileMap('message_id', 'one.id')} end`;

const quote = sql<QuoteRow | null>`(select to_json(quoted) from (
  select ${quoteColumns} from messages where messages.id = one.reply_to) quoted)`;

/**
 * A message, files included, by its id or by the one that its author's program gave it.
 * @throws Refusal `not_found`
 */
export async function storedMessage(
  db: Reader,
  by: { id: string } | { author_id: string; client_id: string },
): Promise<StoredMessage> {
  const row = await db
    .selectFrom('messages as one')
    .select(messageColumns)
    .select([attachments.as('attachments'), quote.as('quote')])
    .where((is) => is.and({ ...by }))
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return worded(row);
}

/** A message with what one of its readers may do about it. */
export function asMessage(row: StoredMessage, personId: string, ticket: ThreadTicket): Message {
  return messagesFor(personId, ticket)({ ...row });
}

/** The same for many of a thread, which it takes over. */
export function messagesFor(
  personId: string,
  ticket: ThreadTicket,
): (row: StoredMessage) => Message {
  const actionsFor = actionsIn(ticket, personId);
  return (row) => {
    // What they have no part in is no news.
    const is_read = row.is_read || !isInPairing({ id: personId }, ticket, row.pairing_id);
    return Object.assign(row, { is_read, actions: actionsFor(row) });
  };
}

/**
 * Tells the two of its conversation of a new or changed message, as the request stands in this
 * change: former sides are not told, nor is a developer told about earlier conversations.
 */
export function tellMessage(
  change: Pick<Change, 'tell'>,
  ticket: ThreadTicket,
  message: StoredMessage,
): void {
  const to = sidesInPairing(ticket, message.pairing_id);
  const actions = Object.fromEntries(to.map((id) => [id, actionsIn(ticket, id)(message)]));
  const { id, ticket_id } = message;
  change.tell({ type: 'message', ticket_id, id, message, actions, to });
  if (ticket.status === 'REQUIRES_MOD_ASSISTANCE') change.tell(caseChanged(ticket_id));
}

/** Whether a message is of a pairing that has ended. */
export function isEarlier(
  { pairing_id }: { pairing_id: string | null },
  ticket: Pick<ThreadTicket, 'pairing_id'>,
): boolean {
  return pairing_id !== null && pairing_id !== ticket.pairing_id;
}

/** What the rulebook looks at of a message and its request. */
export function messageFacts(row: MessageState, personId: string, ticket: ThreadTicket): Facts {
  return { ...factsOfThread(ticket), message: factsOfMessage(row, personId, ticket) };
}

function factsOfMessage(
  row: MessageState,
  personId: string,
  ticket: ThreadTicket,
): NonNullable<Facts['message']> {
  return {
    mine: row.author_id === personId,
    reported: row.is_reported,
    decision: row.is_decision,
    earlier: isEarlier(row, ticket),
    system: row.is_system,
    gone: row.is_hidden || row.is_deleted,
    recent: new Date(row.created_at).getTime() > Date.now() - MESSAGE_OPEN_MS,
  };
}

/** Whether the customer may show an earlier conversation to the current developer. */
export function sharePermission(ticket: ThreadTicket): Permission {
  return permissionFor('share-earlier', 'customer', factsOfThread(ticket));
}

function factsOfThread(ticket: ThreadTicket): Facts {
  return {
    status: ticket.status,
    status_before_help: ticket.status_before_help,
    has_developer: ticket.developer_id !== null,
    milestones: [],
  };
}

type MessageState = Pick<
  StoredMessage,
  | 'author_id'
  | 'pairing_id'
  | 'is_system'
  | 'is_decision'
  | 'is_reported'
  | 'is_hidden'
  | 'is_deleted'
  | 'created_at'
>;

/**
 * What a person may do about the messages of a thread. Of somebody else's message, what its author may do is
 * left out; what a developer was shown of an earlier conversation is there to read. Few messages differ in
 * what the rulebook looks at, so it is asked once for all that are alike.
 */
function actionsIn(ticket: ThreadTicket, personId: string): (row: MessageState) => Actions {
  const relation = personId === ticket.customer_id ? 'customer' : 'developer';
  const known = new Map<number, Actions>();
  return (row) => {
    if (!isInPairing({ id: personId }, ticket, row.pairing_id)) return {};
    const message = factsOfMessage(row, personId, ticket);
    const kind = asBits(Object.values(message));
    const made = known.get(kind);
    if (made) return made;
    const { report, ...own } = actionsFor('message', relation, {
      ...factsOfThread(ticket),
      message,
    });
    const actions = { ...(report && { report }), ...(message.mine && !message.system && own) };
    known.set(kind, actions);
    return actions;
  };
}

function asBits(values: readonly boolean[]): number {
  return values.reduce((bits, value) => bits * 2 + Number(value), 0);
}
