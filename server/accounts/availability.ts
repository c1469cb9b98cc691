import { sql } from 'kysely';
import type { Availability, AvailabilityInput } from '#domain/availability.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { takersOf } from '../lifecycle/locked.ts';
import { firstRequests } from './person.ts';

/** Until when an unblocker `p` is away; null for whoever is there. */
export const awayUntil = sql<Date | null>`(case when p.away_until > now() then p.away_until end)`;

/**
 * When an unblocker takes requests, and how many.
 * @throws Refusal `not_your_part` for everybody else
 */
export async function availabilityOf(db: Reader, viewer: Viewer): Promise<Availability> {
  requireUnblocker(viewer);
  const { id } = viewer;
  const own = await db
    .selectFrom('profiles as p')
    .select(['p.max_running', awayUntil.as('away_until'), firstRequests.as('first_requests')])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();
  const takers = await takersOf(db, [id]);
  return { ...own, running: takers.get(id)?.running ?? 0 };
}

/**
 * Changes it. What runs already goes on, also above a lower number.
 * @throws Refusal `not_your_part`
 */
export async function saveAvailability(
  { tx }: Change,
  viewer: Viewer,
  input: AvailabilityInput,
): Promise<Availability> {
  requireUnblocker(viewer);
  await tx.updateTable('profiles').set(input).where('id', '=', viewer.id).execute();
  return availabilityOf(tx, viewer);
}

function requireUnblocker({ user_type }: Viewer): void {
  if (user_type !== 'developer')
    throw new Refusal('not_your_part', 'Only unblockers have an availability.');
}
