import { sql } from 'kysely';
import { HANDOVERS } from '#domain/handover.ts';
import { REQUEST_COLUMNS } from '#domain/ticket.ts';
import type { Reader } from '../database/database.ts';
import { seen } from '../lifecycle/visibility.ts';

/** Since when a request (`t`) has been available: since it was posted, or handed over. */
export const openSince = sql<Date>`coalesce((select max(p.ended_at) from pairings p
  where p.ticket_id = t.id and p.ended_by in (${sql.join(HANDOVERS)})), t.created_at)`;

/** Available requests, with their customer's name and former developers. */
export function openRequests(db: Reader) {
  return db
    .selectFrom('tickets as t')
    .innerJoin('profiles as c', 'c.id', 't.customer_id')
    .select([
      't.id',
      't.customer_id',
      't.developer_id',
      't.replaced',
      't.quoted_by',
      't.invited',
      't.first_until',
      't.first_for',
    ])
    .select(REQUEST_COLUMNS.map((name) => `t.${name}` as const))
    .select(['t.created_at', 'c.first_name', 'c.last_name', openSince.as('open_since')])
    .select(
      sql<string[]>`array(select p.developer_id from pairings p
        where p.ticket_id = t.id and p.developer_id is not null)`.as('had_by'),
    )
    .where(seen.isOpen());
}

export type OpenRequest = Awaited<ReturnType<ReturnType<typeof openRequests>['execute']>>[number];
