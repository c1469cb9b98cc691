import { CompiledQuery } from 'kysely';
import { decide } from '#domain/rulebook.ts';
import { TICKET_STATUSES, type TicketStatus } from '#domain/ticket-status.ts';
import type { AccessClaims } from '../accounts/access-token.ts';
import { VIEWER_OF_SESSION } from '../accounts/authenticate.ts';
import type { Reader } from '../database/database.ts';
import { FOLD_NOTIFICATION } from '../notifications/notify.ts';
import {
  fromJson,
  type MessageJson,
  messageColumns,
  type StoredMessage,
  type ThreadTicket,
} from './thread.ts';
import { MAIL_UNREAD_LATER } from './unread-mail.ts';

/** A message on its way. */
export interface MessageOnItsWay {
  ticketId: string;
  text: string;
  client_id: string | null;
}

export interface Stored {
  /** Without its files. */
  message: StoredMessage;
  /** As it was under the lock. */
  ticket: ThreadTicket;
}

/**
 * Stores a message by one statement: it locks the request, and writes the message, the notification
 * of the other side and the job of its mail. Null where the same message is there. The caller has
 * asked the rulebook.
 */
export function storeMessage(
  db: Reader,
  authorId: string,
  message: MessageOnItsWay,
): Promise<Stored | null> {
  return run(db, IN_A_CHANGE, [authorId], message);
}

/**
 * The same on its own, for somebody who has shown no more than a token: it holds their session too.
 * Null also where they may have to be told more, such as that their session has ended, and where
 * the rulebook does not let their side write in this status whatever else is the case.
 */
export function storeMessageOf(
  db: Reader,
  { session_id, user_id, level }: Pick<AccessClaims, 'session_id' | 'user_id' | 'level'>,
  message: MessageOnItsWay,
): Promise<Stored | null> {
  return run(db, BY_ITSELF, [session_id, user_id, level === 'aal2'], message);
}

async function run(
  db: Reader,
  sql: string,
  by: readonly unknown[],
  { ticketId, text, client_id }: MessageOnItsWay,
): Promise<Stored | null> {
  const values = [...by, ticketId, text, client_id];
  const { rows } = await db.executeQuery<{ message: MessageJson; ticket: ThreadTicket }>(
    CompiledQuery.raw(sql, values),
  );
  const [row] = rows;
  return row ? { message: fromJson(row.message), ticket: row.ticket } : null;
}

interface Author {
  /** SQL for their id. */
  viewer: string;
  /** How many values that has; the message's own come after them. */
  values: number;
  mayWrite: string;
}

const statement = ({ viewer, values, mayWrite }: Author) => `with viewer as (${viewer}),
  ticket as (
    select t.id, t.customer_id, t.developer_id, t.status, t.status_before_help
    from tickets t join viewer on viewer.id in (t.customer_id, t.developer_id)
    where t.id = $${values + 1} and ${mayWrite}
    for update of t),
  added as (
    insert into messages (ticket_id, author_id, text, client_id)
    select ticket.id, viewer.id, $${values + 2}, $${values + 3}::uuid from ticket, viewer
    on conflict (author_id, client_id) do nothing
    returning ${messageColumns.join(', ')}, '{}'::json as attachments),
  heard as (
    select added.ticket_id, case when ticket.customer_id = added.author_id
      then ticket.developer_id else ticket.customer_id end as person_id
    from added, ticket
    where ticket.developer_id is not null),
  told as (
    insert into notifications (person_id, kind, ticket_id)
    select person_id, 'new_message', ticket_id from heard ${FOLD_NOTIFICATION}),
  later as (${MAIL_UNREAD_LATER})
  select to_json(added) as message, to_json(ticket) as ticket, later.put from added, ticket, later`;

/** Their session is held already, and the rulebook asked. */
const IN_A_CHANGE = statement({
  viewer: 'select id from profiles where id = $1',
  values: 1,
  mayWrite: 'true',
});

/** Whoever is let in without another word, by session `$1`; `$3`: the token is of a second factor. */
const BY_ITSELF = statement({
  viewer: `select id from (${VIEWER_OF_SESSION} for key share of sessions) who
    where not is_banned
      and case when is_raised then $3 else not has_app and user_type <> 'moderator' end`,
  values: 3,
  mayWrite: `case when t.customer_id = viewer.id
    then t.status in (${statusesFor('customer')}) else t.status in (${statusesFor('developer')}) end`,
});

/** Statuses in which the rulebook lets a side write, whatever else may be the case. */
function statusesFor(side: 'customer' | 'developer'): string {
  const remembered = [null, ...TICKET_STATUSES];
  const mayWrite = (status: TicketStatus) =>
    [true, false].every((has_developer) =>
      remembered.every((status_before_help) => {
        const facts = { status, status_before_help, has_developer };
        return decide('message', side, { ...facts, reservations_held: 0, milestones: [] }).allowed;
      }),
    );
  const statuses = TICKET_STATUSES.filter(mayWrite).map((status) => `'${status}'`);
  return ['null', ...statuses].join(', ');
}
