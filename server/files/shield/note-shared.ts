import type { SecretsChoice } from '#domain/secret.ts';
import { enqueueJob } from '../../database/enqueue.ts';
import type { Change } from '../../lifecycle/change.ts';
import { attachableBy } from '../file-rows.ts';
import { removeLater } from '../remove-files.ts';

/** What was shared knowingly. */
export interface Shared {
  inTexts: boolean;
  fileKeys: readonly string[];
}

interface Noted {
  by: string;
  answer: unknown;
  shared: Shared;
  choice: SecretsChoice | null;
  /** Files that were not looked through yet: what was said goes for what is found later. */
  open: readonly string[];
  /** Uploads in whose place copies without keys were shared. */
  masked: readonly string[];
}

/** In the change of a call that shares: what was said of the keys in it. */
export async function noteShared(
  change: Change,
  { by, answer, shared, choice, open, masked }: Noted,
): Promise<void> {
  const { tx } = change;
  if (choice !== null && open.length > 0) {
    await tx.updateTable('files').set({ choice }).where('key', 'in', open).execute();
    // It may have been looked through meanwhile.
    for (const key of open) await enqueueJob(tx, 'look-through', { key, owner_id: by, before: 0 });
  }
  if (shared.fileKeys.length > 0) await openKnowingly(change, shared.fileKeys);
  if (masked.length > 0) await letGo(change, by, masked);
  if (shared.inTexts || shared.fileKeys.length > 0)
    await writeShared(change, { by, ticketId: requestOf(answer) });
}

/** Nobody needs the uploads with the keys any more. */
async function letGo(change: Change, ownerId: string, keys: readonly string[]): Promise<void> {
  await change.tx
    .updateTable('files')
    .set({ status: 'removed' })
    .where('key', 'in', keys)
    .where(attachableBy(ownerId))
    .execute();
  await removeLater(change);
}

/**
 * Files whose owner shares the keys in them.
 * @returns whether any of them was held back until now
 */
export async function openKnowingly({ tx }: Change, keys: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ choice: 'share', state: 'ready' })
    .where('key', 'in', keys)
    .where('state', '=', 'blocked')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The line in the history of the request. */
export async function writeShared(
  { tx }: Change,
  { by, ticketId }: { by: string; ticketId: string },
): Promise<void> {
  await tx
    .insertInto('ticket_history')
    .columns([
      'ticket_id',
      'action',
      'event',
      'actor_id',
      'actor',
      'from_status',
      'to_status',
      'developer_id',
    ])
    .expression((from) =>
      from
        .selectFrom('tickets')
        .select(({ val, eb }) => [
          'id',
          val('share-secrets').as('action'),
          val('secrets_shared').as('event'),
          val(by).as('actor_id'),
          eb
            .case()
            .when('customer_id', '=', by)
            .then('customer')
            .else('developer')
            .end()
            .as('actor'),
        ])
        .select(['status as from_status', 'status as to_status', 'developer_id'])
        .where('id', '=', ticketId),
    )
    .execute();
}

/** Calls that share answer with a request, or with a part that names its request. */
function requestOf(answer: unknown): string {
  const { id, ticket_id } = answer as { id: string; ticket_id?: string };
  return ticket_id ?? id;
}
