import { CompiledQuery, sql } from 'kysely';
import type { Reader } from '../database/database.ts';
import { undecidedDispute } from '../ledger/money-left.ts';
import { seen } from './visibility.ts';

/** SQL for whether a report of a message or of words about a quote, or an appeal, waits for a moderator. */
const waitsSql = (ticket: string) => `exists (
    select from reports r where r.ticket_id = ${ticket} and r.status = 'open')
  or exists (select from feedback_reports r join quotes q on q.id = r.quote_id
    where q.ticket_id = ${ticket} and r.status in ('open', 'appealed'))
  or exists (select from appeals a where a.ticket_id = ${ticket} and a.status = 'open')`;

const WAITS = waitsSql('t.id');

/** SQL for the same, or a report of a review: what would be gone with the request. */
export const undecidedSql = (ticket: string) => `(${waitsSql(ticket)}
  or exists (select from feedback_reports r join user_feedback f on f.id = r.feedback_id
    where f.ticket_id = ${ticket} and r.status in ('open', 'appealed')))`;

const UNDECIDED = undecidedSql('t.id');

/** The same of requests `t`. */
export const hasSomethingToDecide = sql<boolean>`${sql.raw(UNDECIDED)}`;

/** The same of one request. */
export async function isUndecided(db: Reader, ticketId: string): Promise<boolean> {
  const { rows } = await db.executeQuery<{ undecided: boolean }>(
    CompiledQuery.raw(`select ${undecidedSql('$1::uuid')} as undecided`, [ticketId]),
  );
  return rows[0]?.undecided === true;
}

/**
 * Requests (`t`) whose discussion and files moderators may read: only those with something to decide.
 * Source: security checklist C7.
 */
export const underReview = sql<boolean>`(
  t.status = 'REQUIRES_MOD_ASSISTANCE'
  or ${sql.raw(WAITS)}
  or exists (select from disputes d join billing_records b on b.id = d.billing_record_id
    where b.ticket_id = t.id and ${undecidedDispute()}))`;

/** Whether moderators have something to decide about a request, and so may read it. */
export async function isUnderReview(db: Reader, ticketId: string): Promise<boolean> {
  const found = await db
    .selectFrom('tickets as t')
    .select('t.id')
    .where('t.id', '=', ticketId)
    .where(underReview)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whether a person, or the row of one under an alias, never was a side of a request `t`, nor sent a quote for
 * it: moderators decide nothing of their own.
 */
export const hasNoPart = (person: { id: string } | string) => sql<boolean>`(${seen.isNoSide(person)}
  and not exists (select from pairings own where own.ticket_id = t.id and own.developer_id = ${idOf(person)})
  and not exists (select from quotes own where own.ticket_id = t.id and own.developer_id = ${idOf(person)}))`;

/** The id of a person, or of the row of one under an alias. */
const idOf = (person: { id: string } | string) =>
  typeof person === 'string' ? sql<string>`${sql.ref(`${person}.id`)}` : sql<string>`${person.id}`;

/** Whether two people have, or had, a part in a request that is one of theirs. */
export const shareRequest = (one: { id: string } | string, other: { id: string } | string) =>
  sql<boolean>`exists (select from tickets t where t.customer_id in (${idOf(one)}, ${idOf(other)})
    and not ${hasNoPart(one)} and not ${hasNoPart(other)})`;

/** Whether a person has no part in one existing request. */
export async function isImpartial(
  db: Reader,
  person: { id: string },
  ticketId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('tickets as t')
    .select('t.id')
    .where('t.id', '=', ticketId)
    .where(hasNoPart(person))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a moderator may read a request: something is to be decided, and they have no part in it. */
export async function mayLookInto(
  db: Reader,
  moderator: { id: string },
  ticketId: string,
): Promise<boolean> {
  return (await isUnderReview(db, ticketId)) && (await isImpartial(db, moderator, ticketId));
}
