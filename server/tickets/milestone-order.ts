import { sql } from 'kysely';
import { Refusal } from '#domain/refusals.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';

/**
 * Reorders the milestones of a plan.
 * @throws Refusal `plan_changed` when the ids are not exactly those of the plan
 */
export async function orderMilestones(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  ids: readonly string[],
): Promise<void> {
  const locked = await lockTicket(change.tx, ticketId);
  await perform(change, locked, { action: 'order-milestones', actor: viewer });
  const plan = new Set(locked.milestones.map(({ id }) => id));
  if (ids.length !== plan.size || !ids.every((id) => plan.has(id))) {
    throw new Refusal('plan_changed');
  }
  await sql`update milestones m set position = o.position
    from unnest(${ids}::uuid[]) with ordinality o (id, position)
    where m.id = o.id`.execute(change.tx);
}
