import { sql } from 'kysely';
import type { HistoryItem } from '#domain/history.ts';
import { fullName } from '#domain/profile.ts';
import { type MoneyViewer, stepPlaces } from '#domain/record-money.ts';
import { storedMoney } from '#domain/record-money-schemas.ts';
import type { Reader } from '../database/database.ts';
import { type NumberedPageRequest, numberedPageOf, type Page } from '../http/paging.ts';

/**
 * A page of a request's history, newest first, as one of its sides sees it: a developer does not see
 * earlier conversations.
 */
export async function historyPage(
  db: Reader,
  viewer: MoneyViewer,
  ticketId: string,
  { limit, cursor }: NumberedPageRequest,
): Promise<Page<HistoryItem>> {
  const rows = await historyRows(db, viewer, ticketId)
    .where(isFor(viewer.id))
    .$if(cursor !== undefined, (query) => query.where('h.id', '<', cursor ?? 0))
    .limit(limit + 1)
    .execute();
  return numberedPageOf(
    rows.map((row) => asItem(row, viewer)),
    limit,
    ({ id }) => id,
  );
}

const EARLIER_UNBLOCKER = 'An earlier unblocker';

const OF_CONVERSATIONS = [
  'message_reported',
  'earlier_message_reported',
  'secrets_shared',
  'conversation_shared',
];

/** Of developers who wanted the same request: for each of them and the customer. */
export const OF_QUOTES = ['quote_sent', 'quote_edited', 'quote_withdrawn', 'quote_discussed'];

/** Whether a line `h` belongs to an earlier conversation, and its reader is a later developer. */
function isOfOthers(personId: string, more = sql<boolean>`false`) {
  return sql<boolean>`exists (select from tickets t where t.id = h.ticket_id
    and t.developer_id = ${personId} and (h.pairing_id is distinct from t.pairing_id or ${more}))`;
}

/** Whether a side sees a line `h`: developers do not see what happened in conversations before theirs. */
export function isFor(personId: string) {
  const earlier = sql<boolean>`h.event = 'earlier_message_reported'`;
  return sql<boolean>`(h.event not in (${sql.join(OF_CONVERSATIONS)})
    or not ${isOfOthers(personId, earlier)})
    and (h.event not in (${sql.join(OF_QUOTES)}) or h.actor_id = ${personId}
      or exists (select from tickets t where t.id = h.ticket_id and t.customer_id = ${personId}))`;
}

/** The whole history of a request, newest first. */
export async function historyOf(
  db: Reader,
  viewer: MoneyViewer,
  ticketId: string,
): Promise<HistoryItem[]> {
  return (await historyRows(db, viewer, ticketId).execute()).map((row) => asItem(row, viewer));
}

function historyRows(db: Reader, viewer: MoneyViewer, ticketId: string) {
  return (
    db
      .selectFrom('ticket_history as h')
      .leftJoin('profiles as p', 'p.id', 'h.actor_id')
      .select(['h.id', 'h.action', 'h.event', 'h.actor', 'h.milestone_id', 'h.created_at'])
      .select(['h.from_status', 'h.to_status', 'h.milestone_from', 'h.milestone_to'])
      .select(['h.actor_id', 'h.money', 'p.first_name', 'p.last_name'])
      // The customer's answers to other developers are private.
      .select(
        sql<string[] | null>`case when not ${isOfOthers(viewer.id)} then h.failed_checks end`.as(
          'failed_checks',
        ),
      )
      .where('h.ticket_id', '=', ticketId)
      .orderBy('h.id', 'desc')
  );
}

type HistoryRow = Awaited<ReturnType<ReturnType<typeof historyRows>['execute']>>[number];

function asItem(row: HistoryRow, viewer: MoneyViewer): HistoryItem {
  return asSeenBy(viewer, row as HistoryRow & Acted);
}

/** The actor and the money of a line, as stored. */
export interface Acted {
  actor: HistoryItem['actor'];
  actor_id: string | null;
  first_name: string | null;
  last_name: string | null;
  money: unknown;
}

/** A line of the history as one side sees it: developers do not see the names of former ones. */
export function asSeenBy<Row extends Acted>(
  viewer: MoneyViewer,
  { actor_id, first_name, last_name, money, ...row }: Row,
) {
  const actor_name = () => {
    // Moderators act for the platform; the audit log has their names.
    if (actor_id === null || row.actor === 'moderator') return null;
    if (row.actor !== 'developer') return fullName({ first_name, last_name }, 'Customer');
    if (viewer.side === 'developer' && viewer.id !== actor_id) return EARLIER_UNBLOCKER;
    return fullName({ first_name, last_name }, 'Developer');
  };
  return { ...row, actor_name: actor_name(), money: stepPlaces(viewer, storedMoney(money)) };
}
