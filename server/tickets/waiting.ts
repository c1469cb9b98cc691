import { sql } from 'kysely';
import { WAITING_LEAST, WAITING_SAMPLE } from '#domain/limits.ts';
import type { Waiting } from '#domain/waiting.ts';
import type { Database } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { asOneSide } from '../lifecycle/visibility.ts';

/**
 * How many were told of a request, and how fast the last ones of its categories were grabbed. Real
 * figures only, and of no single request.
 * @throws Refusal `not_found` for anybody but its sides
 */
export async function waitingOf(db: Database, viewer: Viewer, id: string): Promise<Waiting> {
  await asOneSide(db, viewer, id);
  const { rows } = await sql<Waiting & { half: number | null }>`
    select (select count(*)::int from notifications n
        where n.ticket_id = ${id} and n.kind = 'new_request') as told,
      count(*)::int as taken,
      percentile_cont(0.5) within group (order by minutes) as half
    from (
      select extract(epoch from h.created_at - t.created_at) / 60 as minutes
      from ticket_history h join tickets t on t.id = h.ticket_id
      where h.action = 'grab' and t.id <> ${id}
        and t.categories && (select categories from tickets where id = ${id})
        and not exists (select from ticket_history earlier
          where earlier.ticket_id = t.id and earlier.action = 'grab' and earlier.id < h.id)
      order by h.created_at desc limit ${WAITING_SAMPLE}) like_it`.execute(db);
  const { told = 0, taken = 0, half = null } = rows[0] ?? {};
  const isEnough = half !== null && taken >= WAITING_LEAST;
  return { told, taken, half_within_minutes: isEnough ? Math.max(1, Math.round(half)) : null };
}
