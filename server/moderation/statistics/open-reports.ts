import { sql } from 'kysely';
import { REPORT_AGES, type Statistics } from '#domain/statistics.ts';
import type { Database } from '../../database/database.ts';

/** Reports that wait for a moderator, by how long they have. */
export async function openReports(db: Database, now: Date): Promise<Statistics['open_reports']> {
  const { rows } = await sql<{ age: string; count: number }>`
    select case when age < interval '1 day' then 'day' when age < interval '3 days' then 'three_days'
        when age < interval '7 days' then 'week' else 'older' end as age, count(*) as count
    from (select ${now}::timestamptz - r.created_at as age
      from reports r where r.status = 'open') r
    group by 1`.execute(db);
  const counts = new Map(rows.map(({ age, count }) => [age, count]));
  return REPORT_AGES.map((age) => ({ age, count: counts.get(age) ?? 0 }));
}
