import { type RawBuilder, sql } from 'kysely';
import type { Statistics } from '#domain/statistics.ts';
import type { Database } from '../../database/database.ts';
import { periodOf, type Span } from './span.ts';

type Duration = Statistics['whole']['grab'];

const NONE: Duration = { count: 0, median_minutes: null, p90_minutes: null };

/** Per period, and over the whole span. */
export interface Durations {
  of: (period: number) => Duration;
  whole: Duration;
}

/** How long requests grabbed in the span had waited; only the first grab counts. */
export function timeToGrab(db: Database, span: Span): Promise<Durations> {
  return durations(
    db,
    span,
    sql`select h.created_at as at, t.created_at as since
      from ticket_history h join tickets t on t.id = h.ticket_id
      where h.action = 'grab' and h.created_at >= ${span.from}
        and not exists (select from ticket_history e
          where e.ticket_id = h.ticket_id and e.id < h.id and e.action = 'grab')`,
  );
}

/** From the grab to the first plan submitted for review. */
export function timeToPlan(db: Database, span: Span): Promise<Durations> {
  return durations(
    db,
    span,
    sql`select h.created_at as at, g.created_at as since
      from ticket_history h
      join lateral (select created_at from ticket_history
        where ticket_id = h.ticket_id and id < h.id and action = 'grab'
        order by id desc limit 1) g on true
      where h.action = 'submit-plan' and h.created_at >= ${span.from}
        and not exists (select from ticket_history e
          where e.ticket_id = h.ticket_id and e.id < h.id and e.action = 'submit-plan')`,
  );
}

/** From posting to the first message of somebody else, for requests of the span. */
export function timeToReply(db: Database, span: Span): Promise<Durations> {
  return durations(
    db,
    span,
    sql`select m.created_at as at, t.created_at as since
      from tickets t
      join lateral (select created_at from messages
        where ticket_id = t.id and not is_system and author_id <> t.customer_id
        order by position limit 1) m on true
      where t.created_at >= ${span.from}`,
  );
}

async function durations(
  db: Database,
  span: Span,
  moments: RawBuilder<unknown>,
): Promise<Durations> {
  const { rows } = await sql<Duration & { period: number | null }>`
    with moments as (${moments}), minutes as (
      select ${periodOf(span, 'at')} as period,
        extract(epoch from at - since)::float8 / 60 as minutes
      from moments)
    select period, count(*) as count,
      round(percentile_cont(0.5) within group (order by minutes)::numeric, 1)::float8 as median_minutes,
      round(percentile_cont(0.9) within group (order by minutes)::numeric, 1)::float8 as p90_minutes
    from minutes group by grouping sets ((period), ())`.execute(db);
  const found = new Map(rows.map(({ period, ...duration }) => [period, duration]));
  return { of: (period) => found.get(period) ?? NONE, whole: found.get(null) ?? NONE };
}
