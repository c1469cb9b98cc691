import { sidesOf } from '#domain/relation.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import type { Change } from '../lifecycle/change.ts';

interface About {
  id: string;
  ticket_id: string;
  author_id: string | null;
}

/**
 * A job reads a version, once this change is kept: whoever has brought many waits longer. Until then nobody
 * but its author knows of it.
 */
export async function readLater(change: Change, snapshot: About): Promise<void> {
  const { id, author_id } = snapshot;
  const { before } = await change.tx
    .selectFrom('snapshots')
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .where('author_id', '=', author_id)
    .where('state', '=', 'reading')
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  await enqueueJob(change.tx, 'read-snapshot', { id, before: Number(before) });
  tellAuthor(change, snapshot);
}

/** Screens of its author show what became of a version. */
export function tellAuthor(
  { tell }: Pick<Change, 'tell'>,
  { id, ticket_id, author_id }: About,
): void {
  if (author_id !== null) tell({ type: 'snapshot', ticket_id, id, to: [author_id] });
}

/** Screens of both sides show a version that both may know of. */
export async function tellSides(
  { tx, tell }: { tx: Tx; tell: Change['tell'] },
  { id, ticket_id }: Pick<About, 'id' | 'ticket_id'>,
): Promise<void> {
  const ticket = await tx
    .selectFrom('tickets')
    .select(['customer_id', 'developer_id'])
    .where('id', '=', ticket_id)
    .executeTakeFirstOrThrow();
  tell({ type: 'snapshot', ticket_id, id, to: sidesOf(ticket) });
}
