import { type RawBuilder, sql } from 'kysely';
import type { BestFitting } from '#domain/statistics.ts';
import type { Database } from '../../database/database.ts';

const NONE: BestFitting = {
  posted: 0,
  taken_by_first: 0,
  taken_by_others: 0,
  minutes_to_grab: null,
  minutes_to_grab_others: null,
};

/**
 * Requests posted since a time that the best fitting unblockers saw first: who took them, and how long that
 * took, beside all others.
 */
export async function bestFittingSince(db: Database, since: Date): Promise<BestFitting> {
  const first = await takenOf(db, since, sql`t.first_until is not null`);
  if (!first || first.posted === 0) return NONE;
  const others = await takenOf(db, since, sql`t.first_until is null`);
  return {
    posted: first.posted,
    taken_by_first: first.taken_by_first,
    taken_by_others: first.taken - first.taken_by_first,
    minutes_to_grab: first.median_minutes,
    minutes_to_grab_others: others?.median_minutes ?? null,
  };
}

interface Taken {
  posted: number;
  taken: number;
  taken_by_first: number;
  median_minutes: number | null;
}

/** By their first grab. */
async function takenOf(
  db: Database,
  since: Date,
  which: RawBuilder<unknown>,
): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    select count(*)::int as posted, count(h.actor_id)::int as taken,
      (count(*) filter (where h.actor_id = any (t.first_for)))::int as taken_by_first,
      round(percentile_cont(0.5) within group (order by extract(epoch from h.created_at - t.created_at)
        / 60)::numeric, 1)::float8 as median_minutes
    from tickets t left join lateral (select actor_id, created_at from ticket_history
      where ticket_id = t.id and action = 'grab' order by id limit 1) h on true
    where t.created_at >= ${since} and ${which}`.execute(db);
  return rows[0];
}
