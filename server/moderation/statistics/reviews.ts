import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { periodOf, type Span } from './span.ts';

export interface Reviews {
  accepted: number;
  sent_back: number;
}

/** What customers answered to deliveries, by period; periods without an answer are left out. */
export async function reviewsIn(db: Database, span: Span): Promise<Map<number, Reviews>> {
  const rows = await db
    .selectFrom('ticket_history')
    .select(periodOf(span, 'created_at').as('period'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('action', '=', 'accept').as('accepted'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('action', '=', 'reject').as('sent_back'))
    .where('created_at', '>=', span.from)
    // As the index says it.
    .where(sql<boolean>`action in ('accept', 'reject')`)
    .groupBy(sql.ref('period'))
    .execute();
  return new Map(rows.map(({ period, ...reviews }) => [period, reviews]));
}
