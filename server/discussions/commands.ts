import { sql } from 'kysely';
import type { CodeLines } from '#domain/code.ts';
import type { Message } from '#domain/message.ts';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import { asSeeing, isInPairing, sideIn, sidesOf } from '#domain/relation.ts';
import { decide } from '#domain/rulebook.ts';
import { isOfModerators } from '#domain/system-message-texts.ts';
import type { Reader } from '../database/database.ts';
import { attachFiles } from '../files/attach.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import { type Change, changeAtOnce } from '../lifecycle/change.ts';
import { keepTime } from '../lifecycle/clocks.ts';
import type { Context } from '../lifecycle/context.ts';
import { factsOf, lockTicket, lockTicketRow, type TicketRow } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { markMessagesNoticed } from '../notifications/commands.ts';
import { sendNotice } from '../notifications/notices.ts';
import { partIn } from './queries.ts';
import { type SignedMessage, storeMessage, storeMessages } from './store-message.ts';
import { asMessage, isEarlier, type StoredMessage, storedMessage, tellMessage } from './thread.ts';

interface NewMessage {
  text: string;
  attachments?: string[] | undefined;
  client_id?: string | undefined;
  to?: string | undefined;
  reply_to?: string | undefined;
  /** The author shares keys in it on purpose. */
  has_secrets?: boolean;
  needs_answer?: boolean | undefined;
  code?: readonly CodeLines[] | undefined;
}

/**
 * Posts a message. A repeated `client_id` returns the message stored first. Posting changes no
 * status, so the history has no line for it.
 * @throws Refusal `not_found`, `not_your_part`, `other_side_gone`, `developer_changed`, `invalid_input`
 * for a `client_id` used elsewhere, a `reply_to` that the author cannot see in this thread, or `code` of
 * another request
 */
export async function postMessage(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  message: NewMessage,
): Promise<Message> {
  const ticket = await lockTicketRow(change.tx, ticketId);
  requireMayWrite(viewer, ticket, await isOtherGone(change.tx, viewer, ticket));
  await requireSameReader(change.tx, viewer, ticket, message);
  const { text, client_id = null, reply_to = null, has_secrets = false } = message;
  const { needs_answer = false, code = [] } = message;
  await requireAnswerable(change, ticket, reply_to);
  await requireVersions(change, ticket, code);
  const ids = { ticket_id: ticketId, author_id: viewer.id, client_id, reply_to };
  const words = { text, has_secrets, code: code.length > 0 ? code : null };
  const onItsWay = { ...ids, ...words, needs_answer };
  const added = await storeMessage(change.tx, onItsWay);
  if (!added) {
    change.isRepeat = true;
    const earlier = await sentBefore(change, viewer, ticketId, message);
    // Its answer did not come, so open screens may not have been told either.
    tellMessage(change, ticket, earlier);
    return asMessage(earlier, viewer.id, ticket);
  }
  await keepQuestion(change, viewer, ticket, added.message);
  if (ticket.asked_at !== null) await answerModerators(change, ticket);
  const { id } = added.message;
  const field = 'attachments';
  await attachFiles(change, viewer, message[field], { ticketId, part: 'message_id', id, field });
  const isPlain = !message[field]?.length && reply_to === null;
  const stored = isPlain ? added.message : await storedMessage(change.tx, { id });
  tellMessage(change, ticket, stored);
  return asMessage(stored, viewer.id, ticket);
}

/**
 * Posts messages without files in one statement, which checks their senders too. Null for a message
 * that needs more: then `postMessage` posts it step by step, or says why not.
 */
export function postMessagesAtOnce(
  context: Context,
  messages: readonly SignedMessage[],
): Promise<(Message | null)[]> {
  return changeAtOnce({ ...context, db: context.posts.db }, async ({ db, tell }) => {
    const stored = await storeMessages(db, messages);
    return stored.map((one) => {
      if (!one) return null;
      const { message, ticket } = one;
      tellMessage({ tell }, ticket, message);
      return asMessage(message, message.author_id, ticket);
    });
  });
}

/** A message answers the other side's open question, and may ask one itself. */
async function keepQuestion(
  change: Change,
  actor: Viewer,
  ticket: TicketRow,
  { text, needs_answer, position }: StoredMessage,
): Promise<void> {
  const { question } = ticket;
  const isAnswer = question !== null && sideIn(ticket, actor.id) !== question.asked_by;
  if (!isAnswer && !needs_answer) return;
  const locked = await lockTicket(change.tx, ticket.id);
  if (isAnswer) await perform(change, locked, { action: 'answer', actor });
  if (!needs_answer) return;
  await perform(change, locked, { action: 'ask', actor, words: text, askedIn: position });
}

/** A message of either side answers the moderators' question. */
async function answerModerators({ tx }: Change, { id }: TicketRow): Promise<void> {
  await tx.updateTable('tickets').set({ asked_at: null }).where('id', '=', id).execute();
}

/** @throws Refusal `not_found`, `not_your_part`, `other_side_gone` */
function requireMayWrite(viewer: Viewer, ticket: TicketRow, other_side_gone: boolean): void {
  const relation = asSeeing(viewer, ticket);
  const facts = { ...factsOf({ ticket, milestones: [] }, {}), other_side_gone };
  const decision = decide('message', relation, facts);
  if (!decision.allowed) throw new Refusal(decision.code, decision.reason);
}

function otherOf(viewer: Viewer, ticket: TicketRow): string | undefined {
  return sidesOf(ticket).find((person) => person !== viewer.id);
}

/**
 * What was written to one unblocker is not for the next one, however late it comes. A repeat of what
 * has arrived before is fine.
 * @throws Refusal `developer_changed`
 */
async function requireSameReader(
  db: Reader,
  viewer: Viewer,
  ticket: TicketRow,
  { to, client_id }: NewMessage,
): Promise<void> {
  if (to === undefined || to === otherOf(viewer, ticket)) return;
  const isRepeat =
    client_id !== undefined &&
    (await db
      .selectFrom('messages')
      .select('id')
      .where('author_id', '=', viewer.id)
      .where('client_id', '=', client_id)
      .executeTakeFirst()) !== undefined;
  if (!isRepeat) throw new Refusal('developer_changed');
}

/** Whether the other side has deleted their account, so that nobody would read it. */
async function isOtherGone(db: Reader, viewer: Viewer, ticket: TicketRow): Promise<boolean> {
  const other = otherOf(viewer, ticket);
  if (other === undefined) return false;
  const { deleted_at } = await db
    .selectFrom('profiles')
    .select('deleted_at')
    .where('id', '=', other)
    .executeTakeFirstOrThrow();
  return deleted_at !== null;
}

/**
 * Messages of an earlier conversation cannot be quoted to the new developer.
 * @throws Refusal `invalid_input` for a message of another thread, or one whose text is gone
 */
async function requireAnswerable(
  { tx }: Change,
  { id, pairing_id }: TicketRow,
  reply_to: string | null,
): Promise<void> {
  if (reply_to === null) return;
  const answered = await tx
    .selectFrom('messages')
    .select('id')
    .where('id', '=', reply_to)
    .where('ticket_id', '=', id)
    .where((is) => is.or([is('pairing_id', 'is', null), is('pairing_id', '=', pairing_id)]))
    .where('is_hidden', '=', false)
    .where('is_deleted', '=', false)
    .executeTakeFirst();
  if (!answered)
    throw invalidInput('reply_to', 'The message that this answers is not there any more');
}

/**
 * A reference holds no content: whoever follows it reads the lines by the rules of their version.
 * @throws Refusal `invalid_input`
 */
async function requireVersions(
  { tx }: Change,
  { id }: TicketRow,
  code: readonly CodeLines[],
): Promise<void> {
  const named = [...new Set(code.map(({ snapshot_id }) => snapshot_id))];
  if (named.length === 0) return;
  const found = await tx
    .selectFrom('snapshots')
    .select('id')
    .where('ticket_id', '=', id)
    .where('state', '=', 'ready')
    .where('id', 'in', named)
    .execute();
  if (found.length < named.length)
    throw invalidInput('code', 'This request has no such version of the project');
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

/** Marks the other side's messages as read. */
export async function markRead(change: Change, viewer: Viewer, ticketId: string): Promise<void> {
  const ticket = await lockTicketRow(change.tx, ticketId);
  const relation = asSeeing(viewer, ticket);
  if (relation === 'candidate') throw new Refusal('not_your_part');
  const marked = await change.tx
    .updateTable('messages')
    .set({ is_read: true })
    .where('ticket_id', '=', ticketId)
    .where(partIn(ticket, viewer.id))
    .where('author_id', '<>', viewer.id)
    .where('is_read', '=', false)
    .returning('position')
    .execute();
  if (marked.length === 0) return;
  await markMessagesNoticed(change, { personId: viewer.id, ticketId });
  const up_to = marked.reduce((newest, { position }) => Math.max(newest, position), 0);
  const to = sidesOf(ticket);
  change.tell({ type: 'read', ticket_id: ticketId, person_id: viewer.id, up_to, to });
}

/**
 * Reports a message of the other side to the moderators. Both sides are told that one will review
 * it, once for all open reports.
 * @throws Refusal `not_found`, `own_message`, `message_already_reported`
 */
export async function reportMessage(
  change: Change,
  viewer: Viewer,
  messageId: string,
): Promise<void> {
  const found = await change.tx
    .selectFrom('messages')
    .select(['ticket_id', 'pairing_id'])
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const locked = await lockTicket(change.tx, found.ticket_id);
  // A candidate sees the request, but none of its messages.
  if (!isInPairing(viewer, locked.ticket, found.pairing_id)) throw new Refusal('not_found');
  const before = { status: locked.ticket.status };
  const earlier = isEarlier(found, locked.ticket);
  const message = await change.tx
    .selectFrom('messages')
    .select(['is_reported', 'kind', 'author_id'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  await perform(change, locked, {
    action: 'report',
    actor: viewer,
    message: {
      id: messageId,
      mine: message.author_id === viewer.id,
      reported: message.is_reported,
      decision: isOfModerators(message.kind),
      earlier,
    },
  });
  await change.tx
    .updateTable('messages')
    .set({ is_reported: true })
    .where('id', '=', messageId)
    .execute();
  const known = await isReported(change, locked.ticket, earlier);
  await change.tx
    .insertInto('reports')
    .values({ message_id: messageId, ticket_id: found.ticket_id, reporter_id: viewer.id })
    .execute();
  if (!locked.report_open) await keepTime(change, { ...locked, report_open: true });
  // The current developer is not told about messages of an earlier conversation.
  const ticket = earlier ? { ...locked.ticket, developer_id: null } : locked.ticket;
  if (!known) await sendNotice(change, 'report_taken', { ticket, actor: 'clock' });
  await writeAudit(change, viewer, {
    action: 'message_reported',
    target: { type: 'message', id: messageId },
    ticket_id: found.ticket_id,
    before,
    after: { status: locked.ticket.status, written_by: message.author_id },
  });
}

/** Whether a report is open: in the current conversation, or in earlier ones. */
async function isReported(
  { tx }: Change,
  { id, pairing_id }: TicketRow,
  earlier: boolean,
): Promise<boolean> {
  const isOfEarlier = sql<boolean>`(m.pairing_id is not null
    and m.pairing_id is distinct from ${pairing_id}::uuid)`;
  const found = await tx
    .selectFrom('reports as r')
    .innerJoin('messages as m', 'm.id', 'r.message_id')
    .select('r.id')
    .where('r.ticket_id', '=', id)
    .where('r.status', '=', 'open')
    .where(isOfEarlier, '=', earlier)
    .executeTakeFirst();
  return found !== undefined;
}
