import { sql } from 'kysely';
import type { Export } from '#domain/export.ts';
import type { Reader } from '../../database/database.ts';
import { asResult, resultColumn } from '../../lifecycle/checks.ts';
import { grouped } from './rows.ts';
import { DELIVERY } from './tickets.ts';

/** What an unblocker planned and delivered for requests that are no longer theirs, oldest first. */
export async function formerTicketsOf(db: Reader, me: string): Promise<Export['former_tickets']> {
  const pairings = await db
    .selectFrom('pairings as p')
    .innerJoin('tickets as t', 't.id', 'p.ticket_id')
    .select(['p.id', 'p.ticket_id', 'p.began_at'])
    .select(sql<Date>`p.ended_at`.as('ended_at'))
    .where('p.developer_id', '=', me)
    .where('p.ended_at', 'is not', null)
    // Who has the request again finds all in it.
    .where(sql<boolean>`t.developer_id is distinct from ${me}`)
    .orderBy('p.began_at')
    .execute();
  if (pairings.length === 0) return [];
  const ids = pairings.map(({ id }) => id);
  const plans = await db
    .selectFrom('plan_versions')
    .select(['pairing_id', 'number', 'submitted_at', 'submitted_by as by', 'milestones'])
    .where('pairing_id', 'in', ids)
    .orderBy('number')
    .execute();
  const deliveries = await db
    .selectFrom('deliveries as d')
    .leftJoin('messages as said', 'said.id', 'd.message_id')
    .select(DELIVERY)
    .select(['d.pairing_id', 'said.text as feedback', resultColumn])
    .where('d.pairing_id', 'in', ids)
    .orderBy('d.submitted_at')
    .execute();
  const plansIn = grouped(plans, ({ pairing_id }) => pairing_id ?? '');
  const deliveriesIn = grouped(deliveries, ({ pairing_id }) => pairing_id ?? '');
  return pairings.map(({ id, ...pairing }) => ({
    ...pairing,
    plans: plansIn(id).map(({ pairing_id: _, ...plan }) => plan),
    deliveries: deliveriesIn(id).map(({ pairing_id: _, ...round }) => ({
      ...round,
      checks: round.checks.map((result) => asResult(result, true)),
    })),
  }));
}
