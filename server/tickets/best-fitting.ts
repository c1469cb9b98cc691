import { type RawBuilder, sql } from 'kysely';
import { FIRST_MANY, FIRST_MINUTES } from '#domain/limits.ts';
import { notBanned } from '../database/banned.ts';
import type { Reader } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import type { Change } from '../lifecycle/change.ts';
import { seen } from '../lifecycle/visibility.ts';

/**
 * Where the operator wants it and a new request suits many unblockers, it is open for some minutes to those
 * alone whom it fits best. Nobody is told before this is decided.
 */
export async function letBestFittingFirst(change: Change, ticketId: string): Promise<void> {
  const { tx, config } = change;
  if (!config.bestFittingFirst) return;
  const first_for = await bestFitting(tx, ticketId);
  if (first_for === null) return;
  const first_until = new Date(Date.now() + FIRST_MINUTES * 60_000);
  await tx
    .updateTable('tickets')
    .set({ first_for, first_until })
    .where('id', '=', ticketId)
    .execute();
  // For all others.
  await enqueueJob(tx, 'announce-request', { ticket_id: ticketId }, first_until);
}

/** Of one kind, more than so many finished requests say no more of somebody. */
const COUNTED = 5;

/**
 * The unblockers whom a request fits best, of those who could take it now; null where it suits no more than
 * all of them. Points: one for each request that they finished in one of its fields and two for one with its
 * AI tool, of each at most five; two where their profile names the tool; and up to ten for how surely their
 * first deliveries are approved. Equal ones come by chance, so that nobody is always the last.
 */
async function bestFitting(db: Reader, ticketId: string): Promise<string[] | null> {
  const finished = (kind: 'category' | 'ai_tool', names: RawBuilder<unknown>) =>
    sql<number>`coalesce((select sum(least(f.finished, ${COUNTED}::int)) from unblocker_fields f
      where f.developer_id = p.id and f.kind = ${kind} and f.name = any (${names})), 0)`;
  const tool = sql`array[t.ai_tool]`;
  const points = sql<number>`${finished('category', sql`t.categories`)} + 2 * ${finished('ai_tool', tool)}
    + case when b.ai_tools @> ${tool} then 2 else 0 end + 10 * coalesce(b.first_pass_low, 0)`;
  const rows = await db
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .innerJoin('tickets as t', (join) => join.on('t.id', '=', ticketId))
    .leftJoin('unblockers as b', 'b.developer_id', 'p.id')
    .select(['p.id', points.as('points')])
    .where(seen.isCandidate('p'))
    .where(sql<boolean>`(p.away_until is null or p.away_until <= now())`)
    .where(notBanned)
    .orderBy('points', 'desc')
    .orderBy(sql`random()`)
    .limit(FIRST_MANY + 1)
    .execute();
  return rows.length > FIRST_MANY ? rows.slice(0, FIRST_MANY).map(({ id }) => id) : null;
}
