import { ticketGroups } from '#domain/ticket-status.ts';
import type { Reader } from '../database/database.ts';
import { seen } from '../lifecycle/visibility.ts';

/** The ids of the requests that have not ended of which a person is one of the two sides. */
export async function runningRequests(db: Reader, id: string): Promise<string[]> {
  const running = await db
    .selectFrom('tickets')
    .select('id')
    .where(seen.isSide({ id }, 'tickets'))
    .where('status', 'in', ticketGroups.open)
    .orderBy('created_at')
    .execute();
  return running.map((ticket) => ticket.id);
}
