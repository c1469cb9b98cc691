import type { HistoryItem } from '#domain/history.ts';
import { fullName } from '#domain/profile.ts';
import type { Reader } from '../database/database.ts';

/** All that happened to a request, oldest first. A request has a few dozen steps: one page. */
export async function historyOf(db: Reader, ticketId: string): Promise<HistoryItem[]> {
  const rows = await db
    .selectFrom('ticket_history as h')
    .leftJoin('profiles as p', 'p.id', 'h.actor_id')
    .select(['h.id', 'h.action', 'h.event', 'h.actor', 'h.milestone_id', 'h.created_at'])
    .select(['h.from_status', 'h.to_status', 'h.milestone_from', 'h.milestone_to'])
    .select(['h.actor_id', 'p.first_name', 'p.last_name'])
    .where('h.ticket_id', '=', ticketId)
    .orderBy('h.id')
    .execute();
  return rows.map(({ actor_id, first_name, last_name, ...row }) => ({
    ...row,
    actor: row.actor as HistoryItem['actor'],
    actor_name:
      // Moderators act for the platform; who it was stands in the audit log.
      actor_id === null || row.actor === 'moderator'
        ? null
        : fullName({ first_name, last_name }, row.actor === 'customer' ? 'Customer' : 'Developer'),
  }));
}
