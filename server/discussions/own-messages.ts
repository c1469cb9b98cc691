import type { Action } from '#domain/lifecycle.ts';
import type { Message } from '#domain/message.ts';
import { Refusal } from '#domain/refusals.ts';
import { isInPairing, sideIn, sidesInPairing, sidesOf } from '#domain/relation.ts';
import { decide } from '#domain/rulebook.ts';
import { Placeholders } from '#domain/secret-mask.ts';
import type { Reader } from '../database/database.ts';
import { removeLater } from '../files/remove-files.ts';
import { maskText } from '../files/shield/texts.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { lockTicket, lockTicketRow, type TicketRow } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { forgetMessage } from '../notifications/commands.ts';
import {
  asMessage,
  messageFacts,
  type StoredMessage,
  storedMessage,
  tellMessage,
} from './thread.ts';

/** Earlier versions of unreported messages serve no purpose after this. */
const VERSIONS_KEPT_MS = 14 * 24 * 3_600_000;

interface OwnMessage {
  ticket: TicketRow;
  message: StoredMessage;
}

/**
 * Edits one's own message. Earlier versions are kept for moderators, should it be reported, with
 * keys masked.
 * @throws Refusal `not_found`, `not_your_part`, `message_gone`, `message_reported`, `message_fixed`
 */
export async function editMessage(
  change: Change,
  viewer: Viewer,
  id: string,
  { text, has_secrets, kept }: { text: string; has_secrets: boolean; kept: KeptWords },
): Promise<Message> {
  const own = await lockOwn(change, viewer, { id, action: 'edit-message' });
  const { ticket, message } = own;
  if (text === message.text) {
    change.isRepeat = true;
    return asMessage(message, viewer.id, ticket);
  }
  await keepVersion(change, message, kept);
  return write(change, viewer, own, { text, has_secrets, is_edited: true });
}

/**
 * Deletes one's own message: its place stays, its files are deleted, and it is no longer counted or
 * mailed as unread. Repeating it changes nothing.
 * @throws Refusal as `editMessage`
 */
export async function deleteMessage(
  change: Change,
  viewer: Viewer,
  { id, kept }: { id: string; kept: KeptWords },
): Promise<void> {
  const own = await lockOwn(change, viewer, { id, action: 'delete-message' });
  const { ticket, message } = own;
  if (message.is_deleted) return;
  const { tx } = change;
  await keepVersion(change, message, kept);
  await tx.deleteFrom('attachments').where('message_id', '=', id).execute();
  await removeLater(change);
  const readers = sidesInPairing(ticket, message.pairing_id);
  const other = readers.find((person) => person !== viewer.id);
  // Nobody was told of what was said to the request itself, before there was an unblocker.
  if (!message.is_read && message.pairing_id !== null && other !== undefined) {
    const sentAt = new Date(message.created_at);
    await forgetMessage(change, { personId: other, ticketId: ticket.id, sentAt });
  }
  await write(change, viewer, own, {
    text: null,
    code: null,
    has_secrets: false,
    is_deleted: true,
    // Not counted or mailed.
    is_read: true,
    notification_sent: true,
  });
  await takeBack(change, viewer, own);
}

/** A message's text, and the version of it to keep, with keys masked. */
export interface KeptWords {
  before: string;
  text: string;
}

/**
 * Masks the keys in a message, before the change that keeps its text for moderators.
 * @throws Refusal `not_looked_through`
 */
export async function wordsToKeep(db: Reader, viewer: Viewer, id: string): Promise<KeptWords> {
  const before = (await ownWords(db, viewer, id)) ?? '';
  return { before, text: await maskText('text', before) };
}

async function ownWords(db: Reader, viewer: Viewer, id: string): Promise<string | undefined> {
  const message = await db
    .selectFrom('messages')
    .select('text')
    .where('id', '=', id)
    .where('author_id', '=', viewer.id)
    .executeTakeFirst();
  return message && (message.text ?? '');
}

/** One's own message and its earlier versions with keys masked. */
export interface WithoutKeys extends KeptWords {
  versions: { id: string; text: string }[];
}

/**
 * Finds the keys in one's own message, before the change that removes them.
 * @throws Refusal `not_found`, `no_keys_found`, `not_looked_through`
 */
export async function withoutKeys(db: Reader, viewer: Viewer, id: string): Promise<WithoutKeys> {
  const before = await ownWords(db, viewer, id);
  if (before === undefined) throw new Refusal('not_found');
  const placeholders = new Placeholders();
  const text = await maskText('text', before, placeholders);
  if (text === before) throw new Refusal('no_keys_found');
  const versions = await db
    .selectFrom('message_versions')
    .select(['id', 'text'])
    .where('message_id', '=', id)
    .execute();
  for (const one of versions) one.text = await maskText('text', one.text, placeholders);
  return { before, text, versions };
}

/**
 * Removes the keys from one's own message, at any age and even if it was reported. They are stored
 * nowhere.
 * @throws Refusal as `editMessage`, and `wrong_state` if the text has changed meanwhile
 */
export async function takeOutKeys(
  change: Change,
  viewer: Viewer,
  id: string,
  { before, text, versions }: WithoutKeys,
): Promise<Message> {
  const own = await lockOwn(change, viewer, { id, action: 'take-out-keys' });
  if (own.message.text === text) return asMessage(own.message, viewer.id, own.ticket);
  if (own.message.text !== before) throw new Refusal('wrong_state');
  for (const version of versions) {
    await change.tx
      .updateTable('message_versions')
      .set({ text: version.text })
      .where('id', '=', version.id)
      .execute();
  }
  return write(change, viewer, own, { text, has_secrets: false, is_edited: true });
}

/** Deletes earlier versions of messages that nobody has reported. */
export async function tidyVersions({ db }: Pick<Context, 'db'>): Promise<void> {
  await db
    .deleteFrom('message_versions')
    .where('replaced_at', '<', new Date(Date.now() - VERSIONS_KEPT_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages as m')
            .select('m.id')
            .whereRef('m.id', '=', 'message_versions.message_id')
            .where('m.is_reported', '=', true),
        ),
      ),
    )
    .execute();
}

/** A deleted question waits for no answer, unless its author asked another one that still does. */
async function takeBack(change: Change, actor: Viewer, { ticket, message }: OwnMessage) {
  const { question, question_from } = ticket;
  if (!message.needs_answer || question?.asked_by !== sideIn(ticket, actor.id)) return;
  const other = await change.tx
    .selectFrom('messages')
    .select('id')
    .where('ticket_id', '=', ticket.id)
    .where('author_id', '=', actor.id)
    .where('needs_answer', '=', true)
    .where('is_deleted', '=', false)
    // What they asked before that is over: a message or a step of the other side has answered it.
    .where('position', '>=', question_from)
    .executeTakeFirst();
  if (other) return;
  const locked = await lockTicket(change.tx, ticket.id);
  await perform(change, locked, { action: 'take-back-question', actor });
}

async function lockOwn(
  { tx }: Change,
  viewer: Viewer,
  { id, action }: { id: string; action: Action },
): Promise<OwnMessage> {
  const found = await tx
    .selectFrom('messages')
    .select(['ticket_id', 'pairing_id', 'author_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const ticket = await lockTicketRow(tx, found.ticket_id);
  // A former developer may still remove their own keys.
  const takesOwnKeys = action === 'take-out-keys' && found.author_id === viewer.id;
  if (!takesOwnKeys && !isInPairing(viewer, ticket, found.pairing_id))
    throw new Refusal('not_found');
  const relation = ticket.customer_id === viewer.id ? 'customer' : 'developer';
  const message = await storedMessage(tx, { id });
  const again = action === 'delete-message' && message.is_deleted;
  const decision = decide(action, relation, messageFacts(message, viewer.id, ticket));
  const isMine = message.author_id === viewer.id;
  if (!decision.allowed && !(again && isMine)) throw new Refusal(decision.code, decision.reason);
  return { ticket, message };
}

/** @throws Refusal `wrong_state` where the text has changed meanwhile */
async function keepVersion(
  { tx }: Change,
  { id, text }: StoredMessage,
  kept: KeptWords,
): Promise<void> {
  // Changed in another tab of the author meanwhile: mask it again.
  const words = text === kept.before ? kept.text : await maskText('text', text);
  await tx.insertInto('message_versions').values({ message_id: id, text: words }).execute();
}

type Written = Pick<StoredMessage, 'has_secrets'> & { text: string | null; code?: null } & Partial<
    Pick<StoredMessage, 'is_edited' | 'is_deleted' | 'is_read' | 'notification_sent'>
  >;

async function write(
  change: Change,
  viewer: Viewer,
  { ticket, message: { id } }: OwnMessage,
  written: Written,
): Promise<Message> {
  const { tx } = change;
  await tx.updateTable('messages').set(written).where('id', '=', id).execute();
  const stored = await storedMessage(tx, { id });
  tellMessage(change, ticket, stored);
  // Lists show the newest text of each thread.
  change.tell({ type: 'ticket', ticket_id: ticket.id, to: sidesOf(ticket) });
  const isTheirs = isInPairing(viewer, ticket, stored.pairing_id);
  return asMessage({ ...stored, quote: isTheirs ? stored.quote : null }, viewer.id, ticket);
}
