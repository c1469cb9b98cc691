import { isStopped } from '#domain/mail-preferences.ts';
import { paths } from '#domain/paths.ts';
import { withoutMarks } from '#domain/plain-text.ts';
import { fullName } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Side } from '#domain/relation.ts';
import { sideIn, sidesOf } from '#domain/relation.ts';
import { messageText } from '#domain/system-message-texts.ts';
import { shortId } from '#domain/ticket-words.ts';
import { isBanned } from '../database/banned.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob, enqueueJobSql, type Jobs } from '../database/enqueue.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockTicketRow, type TicketRow } from '../lifecycle/locked.ts';
import { wordsOf } from '../lifecycle/pairings.ts';
import { progressOf } from '../lifecycle/turns.ts';
import type { Letter } from '../mail/letter.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { requestTitle } from '../mail/request-title.ts';
import { partIn } from './queries.ts';

/** A mail gives an idea; the thread is for reading. */
const SHOWN_MESSAGES = 5;
const SHOWN_CHARACTERS = 500;

interface Unread {
  ticket: TicketRow;
  /** The first of them, oldest first. */
  shown: readonly { text: string }[];
  /** Who wrote them, shown or not. */
  authors: readonly { first_name: string | null; last_name: string | null }[];
  /** How many there are, shown or not. */
  count: number;
  /** The side that has not read them. */
  relation: Side;
  progress: NonNullable<Letter['progress']>;
}

const NAMES = new Intl.ListFormat('en-GB');

/** 'New message for request #...', with the messages. Source: specification 7.3. */
function unreadLetter({
  ticket,
  shown,
  authors,
  count,
  relation,
  progress,
}: Unread): Omit<Letter, 'to' | 'choice'> {
  const { id } = ticket;
  const other = relation === 'customer' ? 'Developer' : 'Customer';
  // The customer's may be of one unblocker and the next.
  const names = [...new Set(authors.map((author) => fullName(author, other)))];
  const many = count === 1 ? 'a message' : `${count} messages`;
  const more = count - shown.length;
  return {
    kind: 'new_message',
    subject: `New message for request #${shortId(id)}`,
    paragraphs: [`${NAMES.format(names)} wrote ${many} about "${requestTitle(ticket)}":`],
    quote: [
      ...shown.map(({ text }) => shortened(withoutMarks(text))),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ].join('\n\n'),
    progress,
    button: { label: 'Open the discussion', url: paths.discussion(id) },
    notes: ['In your account you can choose which of these mails you get.'],
  };
}

/** Cut at whole characters. */
function shortened(text: string): string {
  const characters = [...text.trim()];
  if (characters.length <= SHOWN_CHARACTERS) return characters.join('');
  return `${characters.slice(0, SHOWN_CHARACTERS).join('').trimEnd()}...`;
}

/** Messages read within this time are not mailed. */
const MAIL_AFTER_MS = 2 * 60_000;

/** Mails the other side about a new message, unless they read it in time. */
export async function mailUnreadLater(
  { tx }: Change,
  ticket: TicketRow,
  authorId: string,
): Promise<void> {
  const person_id = sidesOf(ticket).find((id) => id !== authorId);
  if (person_id === undefined) return;
  const at = new Date(Date.now() + MAIL_AFTER_MS);
  await enqueueJob(tx, 'mail-unread', { ticket_id: ticket.id, person_id }, at);
}

/** The same as part of a statement, for the recipients in `heard`. */
export const MAIL_UNREAD_LATER = enqueueJobSql('mail-unread', {
  payload: { ticket_id: 'heard.ticket_id', person_id: 'heard.person_id' },
  source: 'heard',
  after: `${MAIL_AFTER_MS} milliseconds`,
});

/**
 * Mails a person all unread messages of a thread in one mail, and marks them as mailed in the same
 * transaction: however often this runs, each message is mailed once.
 */
export async function mailUnread(
  change: Change,
  { ticket_id, person_id }: Jobs['mail-unread'],
  now = new Date(),
): Promise<void> {
  const ticket = await findLocked(change.tx, ticket_id);
  const relation = ticket && sideIn(ticket, person_id);
  if (!relation) return;
  const shown = await oldestUnmailed(change.tx, ticket, person_id);
  const [first] = shown;
  if (!first) return;
  // The message of this job was read meanwhile; a later one has its own two minutes.
  const at = new Date(first.created_at.getTime() + MAIL_AFTER_MS);
  if (at > now) return enqueueJob(change.tx, 'mail-unread', { ticket_id, person_id }, at);
  const email = await addressOf(change.tx, person_id);
  if (email === null) return;
  const authors = await authorsOfUnmailed(change.tx, ticket, person_id);
  const count = await markMailed(change.tx, ticket, person_id);
  const progress = await progressOf(change.tx, ticket, relation);
  await enqueueMail(change, {
    ...unreadLetter({ ticket, shown, authors, count, relation, progress }),
    to: email,
    // Somebody who loses the request before it is sent does not get it.
    ...(ticket.pairing_id !== null && {
      secret: { of: wordsOf(ticket.pairing_id, person_id) },
    }),
    choice: { personId: person_id, kind: 'new_message' },
  });
}

/** Null once the request is gone. */
async function findLocked(tx: Tx, id: string): Promise<TicketRow | null> {
  return lockTicketRow(tx, id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return null;
    throw error;
  });
}

function unmailed(tx: Tx, ticket: TicketRow, personId: string) {
  return tx
    .selectFrom('messages as m')
    .where('m.ticket_id', '=', ticket.id)
    .where(partIn(ticket, personId))
    .where('m.author_id', '<>', personId)
    .where('m.is_read', '=', false)
    .where('m.notification_sent', '=', false);
}

/** In the order of their first words. */
async function authorsOfUnmailed(tx: Tx, ticket: TicketRow, personId: string) {
  return unmailed(tx, ticket, personId)
    .innerJoin('profiles as p', 'p.id', 'm.author_id')
    .select(['p.first_name', 'p.last_name'])
    .groupBy('p.id')
    .orderBy((e) => e.fn.min('m.position'))
    .execute();
}

/** As many as a mail shows, oldest first. */
async function oldestUnmailed(tx: Tx, ticket: TicketRow, personId: string) {
  const rows = await unmailed(tx, ticket, personId)
    .select(['m.kind', 'm.parameters', 'm.text', 'm.is_hidden', 'm.is_deleted', 'm.created_at'])
    .orderBy('m.position')
    .limit(SHOWN_MESSAGES)
    .execute();
  return rows.map((row) => ({ ...row, text: messageText(row) }));
}

/** @returns how many there were */
async function markMailed(tx: Tx, ticket: TicketRow, personId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ notification_sent: true })
    .where('ticket_id', '=', ticket.id)
    .where(partIn(ticket, personId))
    .where('author_id', '<>', personId)
    .where('is_read', '=', false)
    .where('notification_sent', '=', false)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Null where they are gone, suspended, or do not want such mails. */
async function addressOf(tx: Tx, personId: string): Promise<string | null> {
  const found = await tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select(['u.email', 'u.banned_until', 'p.notifications'])
    .where('p.id', '=', personId)
    .executeTakeFirst();
  if (!found || isStopped(found.notifications, 'new_message')) return null;
  return isBanned(found) ? null : found.email;
}
