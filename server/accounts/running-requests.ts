import { ticketGroups } from '#domain/ticket-status.ts';
import type { Reader } from '../database/database.ts';

/** Whether a person is one of the two sides of a request that has not ended. */
export async function hasRunningRequests(db: Reader, id: string): Promise<boolean> {
  const running = await db
    .selectFrom('tickets')
    .select('id')
    .where((where) => where.or({ customer_id: id, developer_id: id }))
    .where('status', 'in', ticketGroups.open)
    .limit(1)
    .executeTakeFirst();
  return running !== undefined;
}
