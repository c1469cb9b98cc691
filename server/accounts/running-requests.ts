import { ticketGroups } from '#domain/ticket-status.ts';
import type { Tx } from '../database/database.ts';
import { endedLately } from '../lifecycle/guaranteed.ts';
import { seen } from '../lifecycle/visibility.ts';

/**
 * The ids of a person's open requests, on either side. One that is opened again at this moment, as
 * something of it broke, is waited for.
 */
export async function runningRequests(tx: Tx, id: string): Promise<string[]> {
  await tx
    .selectFrom('tickets')
    .select('id')
    .where(seen.isSide({ id }, 'tickets'))
    .where(endedLately)
    .orderBy('id')
    .forUpdate()
    .execute();
  const running = await tx
    .selectFrom('tickets')
    .select('id')
    .where(seen.isSide({ id }, 'tickets'))
    .where('status', 'in', ticketGroups.open)
    .orderBy('created_at')
    .execute();
  return running.map((ticket) => ticket.id);
}
