import type { Category } from '#domain/category.ts';
import { Refusal } from '#domain/errors.ts';
import type { Relation } from '#domain/facts.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';

/** All that matters of a person here. */
export type Asker = Pick<Viewer, 'id' | 'user_type' | 'supported_categories'>;

interface TicketOwners {
  customer_id: string;
  developer_id: string | null;
  categories: readonly Category[];
}

/** What a person is to a request. Source: specification 6; "available tickets" of 5. */
export function relationOf(viewer: Asker, ticket: TicketOwners): Relation {
  if (ticket.customer_id === viewer.id) return 'customer';
  if (ticket.developer_id === viewer.id) return 'developer';
  if (viewer.user_type === 'moderator') return 'moderator';
  const suits = ticket.categories.some((category) =>
    viewer.supported_categories.includes(category),
  );
  return viewer.user_type === 'developer' && suits ? 'candidate' : 'stranger';
}

/** Whether a person may see a request at all: its two sides, and candidates while it is open. */
export function maySee(relation: Relation, ticket: TicketOwners & { status: string }): boolean {
  const open = ticket.status === 'AWAITING_ASSIGNMENT' && ticket.developer_id === null;
  return relation === 'customer' || relation === 'developer' || (relation === 'candidate' && open);
}

/**
 * What a person is to a request that they may see.
 * @throws Refusal `not_found`
 */
export async function relationToTicket(db: Reader, viewer: Viewer, id: string): Promise<Relation> {
  const row = await db
    .selectFrom('tickets')
    .select(['customer_id', 'developer_id', 'categories', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  const relation = row && relationOf(viewer, row);
  if (!row || !relation || !maySee(relation, row)) throw new Refusal('not_found');
  return relation;
}

/**
 * What only the two sides of a request may see: a candidate sees the request itself and no more.
 * @throws Refusal `not_found` for everyone else
 */
export async function asOneSide(
  db: Reader,
  viewer: Viewer,
  id: string,
): Promise<'customer' | 'developer'> {
  const relation = await relationToTicket(db, viewer, id);
  if (relation !== 'customer' && relation !== 'developer') throw new Refusal('not_found');
  return relation;
}
