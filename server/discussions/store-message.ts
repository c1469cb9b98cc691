import { CompiledQuery } from 'kysely';
import type { CodeLines } from '#domain/code.ts';
import { decide } from '#domain/rulebook.ts';
import { TICKET_STATUSES, type TicketStatus } from '#domain/ticket-status.ts';
import type { Reader } from '../database/database.ts';
import { databaseCode } from '../database/database-errors.ts';
import { textOf } from '../database/sql-text.ts';
import { viewerOfSession } from '../http/authenticate.ts';
import { seenSql } from '../lifecycle/visibility.ts';
import { foldNotification } from '../notifications/notify.ts';
import {
  fromJson,
  type MessageJson,
  messageColumns,
  type StoredMessage,
  type ThreadTicket,
} from './thread.ts';
import { MAIL_UNREAD_LATER } from './unread-mail.ts';

/** PostgreSQL's code for a lock that was not free in time. */
const LOCKED = '55P03';

/** A message to be stored. */
export interface MessageOnItsWay {
  ticket_id: string;
  text: string;
  client_id?: string | null | undefined;
  /** Its reader, where the author named one. */
  to?: string | undefined;
  /** The message it answers, which the caller has found in the same thread. */
  reply_to?: string | null;
  /** The author shares keys in it on purpose. */
  has_secrets?: boolean;
  /** The author wants an answer; a mail of its own says so. */
  needs_answer?: boolean;
  /** Lines of the project that it is about, which the caller has looked at. */
  code?: readonly CodeLines[] | null;
}

/** A message of a sender who has shown no more than a token. */
export interface SignedMessage extends MessageOnItsWay {
  user_id: string;
  session_id: string;
  /** The token has a second factor. */
  is_raised: boolean;
}

export interface Stored {
  /** Without files and quote. */
  message: StoredMessage;
  /** As it was under the lock. */
  ticket: ThreadTicket;
}

/**
 * Stores a message, the other side's notification and the job of its mail in one statement. Null
 * where the message exists already. The caller has locked the request and asked the rulebook.
 */
export async function storeMessage(
  db: Reader,
  message: MessageOnItsWay & { author_id: string },
): Promise<Stored | null> {
  const [stored = null] = await run(db, IN_A_CHANGE, [message]);
  return stored;
}

/**
 * The same for several messages without a change around them: locks the senders' sessions and the
 * requests. Null also where a sender may need a refusal, such as for an ended session, where the
 * rulebook refuses this status in any case, and where the session, the request or the notification is
 * locked by somebody else: so no message waits for what concerns only another. Null for all where any
 * other lock is not free in time.
 */
export function storeMessages(
  db: Reader,
  messages: readonly SignedMessage[],
): Promise<(Stored | null)[]> {
  return run(db, BY_THEMSELVES, messages).catch((error: unknown) => {
    if (databaseCode(error) !== LOCKED) throw error;
    return messages.map(() => null);
  });
}

async function run(
  db: Reader,
  sql: string,
  messages: readonly MessageOnItsWay[],
): Promise<(Stored | null)[]> {
  const asked = JSON.stringify(messages.map((message, place) => ({ ...message, place })));
  const { rows } = await db.executeQuery<ThreadTicket & { message: MessageJson; place: number }>(
    CompiledQuery.raw(sql, [asked]),
  );
  const stored: (Stored | null)[] = messages.map(() => null);
  for (const { message, place, ...ticket } of rows)
    stored[place] = { message: fromJson(message), ticket };
  return stored;
}

interface Authors {
  /** Columns of what is `asked` that the author gets back. */
  told: string;
  author: string;
  mayWrite: string;
}

/**
 * Passed as JSON, the statement is the same for any number of messages, so the database plans it
 * once.
 */
const statement = ({ told, author, mayWrite }: Authors) => `with asked as (
    select * from json_to_recordset($1) as asked (
      place integer, ticket_id uuid, text text, client_id uuid, "to" uuid, reply_to uuid, has_secrets boolean,
      needs_answer boolean, code jsonb, ${told})),
  ticket as (
    select asked.place, asked.text, asked.client_id, asked.reply_to, asked.has_secrets, asked.code,
      coalesce(asked.needs_answer, false) as needs_answer, gen_random_uuid() as message_id,
      author.id as author_id, t.*
    from asked, lateral (${author}) author, lateral (
      select id, customer_id, developer_id, pairing_id, status, status_before_help from tickets
      where id = asked.ticket_id
        and ${seenSql.isSide('author', 'tickets')} and ${mayWrite}
      for update skip locked) t),
  added as (
    insert into messages (id, ticket_id, pairing_id, author_id, text, client_id, reply_to, has_secrets,
      needs_answer, notification_sent, code)
    select message_id, id, pairing_id, author_id, text, client_id, reply_to, coalesce(has_secrets, false),
      needs_answer, needs_answer, code from ticket order by place
    on conflict (author_id, client_id) do nothing
    returning ${messageColumns.join(', ')}, '{}'::json as attachments, null::json as quote),
  heard as (
    select ticket.id as ticket_id, ${seenSql.otherSide({ id: 'ticket.author_id' }, 'ticket')} as person_id, count(*) as count
    from added join ticket on message_id = added.id
    where developer_id is not null
    group by 1, 2),
  told as (
    insert into notifications (person_id, kind, ticket_id, count)
    select person_id, 'new_message', ticket_id, count from heard ${textOf(foldNotification)}),
  later as (${MAIL_UNREAD_LATER})
  select to_json(added) as message, ticket.place, ticket.id, ticket.customer_id,
    ticket.developer_id, ticket.pairing_id, ticket.status, ticket.status_before_help, later.put
  from added join ticket on message_id = added.id, later`;

/** The session is locked already, and the rulebook asked. */
const IN_A_CHANGE = statement({
  told: 'author_id uuid',
  author: 'select id from profiles where id = asked.author_id',
  mayWrite: 'true',
});

/** Of sessions that may act. */
const BY_THEMSELVES = statement({
  told: 'user_id uuid, session_id uuid, is_raised boolean',
  author: `select id
    from (${viewerOfSession({ session: 'asked.session_id', person: 'asked.user_id', isRaised: 'asked.is_raised' })}
      for key share of sessions skip locked) who
    where refused_for is null`,
  mayWrite: `case when customer_id = author.id
    then status in (${statusesFor('customer')}) else status in (${statusesFor('developer')}) end
    and not ${otherIsGoneSql('author', 'tickets')}
    and (asked."to" is null or asked."to" = ${seenSql.otherSide({ id: 'author.id' }, 'tickets')})
    -- It may be the answer: to the other side, or to a moderator.
    and question is null and asked_at is null
    and not exists (select from notifications n
      where n.person_id = ${seenSql.otherSide('author', 'tickets')} and n.kind = 'new_message'
        and n.ticket_id = tickets.id and n.milestone_id is null and n.read_at is null
        and not exists (select from notifications free where free.id = n.id for update skip locked))`,
});

/** SQL for the rulebook's condition `other_side_there`, negated. */
function otherIsGoneSql(person: string, ticket: string): string {
  return `exists (select from profiles other where other.id = ${seenSql.otherSide(person, ticket)}
    and other.deleted_at is not null)`;
}

/** Statuses in which the rulebook can let a side write. */
function statusesFor(side: 'customer' | 'developer'): string {
  const remembered = [null, ...TICKET_STATUSES];
  const mayWrite = (status: TicketStatus) =>
    remembered.every((status_before_help) => {
      const facts = { status, status_before_help, has_developer: true, milestones: [] };
      return decide('message', side, facts).allowed;
    });
  const statuses = TICKET_STATUSES.filter(mayWrite).map((status) => `'${status}'`);
  return ['null', ...statuses].join(', ');
}
