import { ticketGroups } from '#domain/ticket-status.ts';
import type { Reader } from '../database/database.ts';
import { seen } from '../lifecycle/visibility.ts';

/** The ids of a person's open requests, on either side. */
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
