import { sql } from 'kysely';
import { standing } from '#domain/turn.ts';
import type { Database } from '../database/database.ts';
import { openMilestones } from '../lifecycle/turns.ts';

/**
 * Requests with held money that waits for nobody and has no deadline, but for what its customer has
 * decided to keep held until somebody takes the request.
 * @param ids those to look at
 */
export async function heldWithoutTurn(db: Database, ids: readonly string[]): Promise<string[]> {
  const tickets = await db
    .selectFrom('tickets as t')
    .selectAll('t')
    .select(
      sql<boolean>`exists (select from deadlines d where d.ticket_id = t.id and d.done_at is null)`.as(
        'has_deadline',
      ),
    )
    .where('t.id', 'in', ids.filter(Boolean))
    .where('held_cents', '>', 0)
    .where('keeps_held', '=', false)
    // A moderator has these, or is to look at what is still held of them.
    .where('status', 'not in', [
      'REQUIRES_MOD_ASSISTANCE',
      'CUSTOMER_APPROVED',
      'CUSTOMER_REJECTED',
    ])
    .execute();
  const wrong: string[] = [];
  for (const { has_deadline, status_since, ...ticket } of tickets) {
    const { side } = standing({
      ...ticket,
      status_since: status_since.toISOString(),
      reserved: ticket.developer_id !== null,
      milestones: await openMilestones(db, ticket.id),
    });
    if (side === null && !has_deadline) wrong.push(`${ticket.id} ${ticket.status}`);
  }
  return wrong;
}
