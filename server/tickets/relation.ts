import type { Category } from '#domain/category.ts';
import type { Relation } from '#domain/facts.ts';
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
