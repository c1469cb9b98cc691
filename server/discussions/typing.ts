import { sidesOf } from '#domain/relation.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Context } from '../lifecycle/context.ts';
import { threadFor } from './queries.ts';

/**
 * Shows the other side of a thread that a person is typing. Nothing is stored.
 * @throws Refusal `not_found`
 */
export async function tellTyping(
  { db, live }: Context,
  viewer: Viewer,
  ticketId: string,
): Promise<void> {
  const to = sidesOf(await threadFor(db, viewer, ticketId)).filter((id) => id !== viewer.id);
  if (to.length === 0) return;
  live.publish([{ type: 'typing', ticket_id: ticketId, person_id: viewer.id, to }]);
}
