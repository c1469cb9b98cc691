import { ticketGroups } from '#domain/ticket-status.ts';
import type { Reader } from '../database/database.ts';
import { seen } from '../lifecycle/visibility.ts';

/** Whether a person is one of the two sides of a request that has not ended. */
export async function hasRunningRequests(db: Reader, id: string): Promise<boolean> {
  const running = await db
    .selectFrom('tickets')
    .select('id')
    .where(seen.isSide({ id }, 'tickets'))
    .where('status', 'in', ticketGroups.open)
    .limit(1)
    .executeTakeFirst();
  return running !== undefined;
}
