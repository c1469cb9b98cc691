import { sql } from 'kysely';
import type { Reader } from '../database/database.ts';

/**
 * The version that is the project of a request as it stands: the newest of what its customer brought
 * and what they approved. Null where there is none.
 */
export async function headOf(db: Reader, ticketId: string): Promise<string | null> {
  const head = await db
    .selectFrom('snapshots as s')
    .leftJoin('deliveries as d', 'd.id', 's.delivery_id')
    .select('s.id')
    .where('s.ticket_id', '=', ticketId)
    .where('s.state', '=', 'ready')
    .where((where) =>
      where.or([where('s.kind', '=', 'project'), where('d.decision', '=', 'accepted')]),
    )
    .orderBy(sql`coalesce(d.decided_at, s.created_at)`, 'desc')
    .orderBy('s.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return head?.id ?? null;
}
