import type { HistoryItem } from '#domain/history.ts';
import { fullName } from '#domain/profile.ts';
import type { Reader } from '../database/database.ts';
import { type NumberedPageRequest, numberedPageOf, type Page } from '../http/paging.ts';

/** A page of what happened to a request, newest first. */
export async function historyPage(
  db: Reader,
  ticketId: string,
  { limit, cursor }: NumberedPageRequest,
): Promise<Page<HistoryItem>> {
  const rows = await historyRows(db, ticketId)
    .$if(cursor !== undefined, (query) => query.where('h.id', '<', cursor ?? 0))
    .limit(limit + 1)
    .execute();
  return numberedPageOf(rows.map(asItem), limit, ({ id }) => id);
}

/** All that happened to a request, newest first. */
export async function historyOf(db: Reader, ticketId: string): Promise<HistoryItem[]> {
  return (await historyRows(db, ticketId).execute()).map(asItem);
}

function historyRows(db: Reader, ticketId: string) {
  return db
    .selectFrom('ticket_history as h')
    .leftJoin('profiles as p', 'p.id', 'h.actor_id')
    .select(['h.id', 'h.action', 'h.event', 'h.actor', 'h.milestone_id', 'h.created_at'])
    .select(['h.from_status', 'h.to_status', 'h.milestone_from', 'h.milestone_to'])
    .select(['h.actor_id', 'p.first_name', 'p.last_name'])
    .where('h.ticket_id', '=', ticketId)
    .orderBy('h.id', 'desc');
}

type HistoryRow = Awaited<ReturnType<ReturnType<typeof historyRows>['execute']>>[number];

function asItem({ actor_id, first_name, last_name, ...row }: HistoryRow): HistoryItem {
  const actor = row.actor as HistoryItem['actor'];
  return {
    ...row,
    actor,
    actor_name:
      // Moderators act for the platform; who it was stands in the audit log.
      actor_id === null || actor === 'moderator'
        ? null
        : fullName({ first_name, last_name }, actor === 'customer' ? 'Customer' : 'Developer'),
  };
}
