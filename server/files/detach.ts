import type { Change } from '../change.ts';
import { removeLater } from './remove.ts';

/**
 * Takes files off a request itself, for good; what its messages and milestones carry stays. Keys of
 * anything else are passed over, so that an edit which is sent twice does the same. The caller has
 * locked the request.
 */
export async function detachFromTicket(
  change: Change,
  ticketId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await change.tx
    .deleteFrom('attachments')
    .where('ticket_id', '=', ticketId)
    .where('file_key', 'in', keys)
    .where('message_id', 'is', null)
    .where('milestone_id', 'is', null)
    .where('delivery_id', 'is', null)
    .execute();
  await removeLater(change);
}
