import { sql } from 'kysely';
import type { NotificationKind } from '#domain/notification.ts';
import type { Change } from '../change.ts';

export interface Told {
  kind: NotificationKind;
  /** Ids of people. */
  to: readonly string[];
  ticketId: string | null;
  milestoneId?: string | undefined;
  /** How many of its kind it stands for, where that is more than one. */
  count?: number;
}

/**
 * Puts something into people's lists of notifications, in the transaction of what it tells. What
 * happens again before it was read is counted on, so that a busy thread fills no list.
 */
export async function notify(
  change: Change,
  { kind, to, ticketId, milestoneId, count = 1 }: Told,
): Promise<void> {
  if (to.length === 0) return;
  await change.tx
    .insertInto('notifications')
    .values(
      to.map((person_id) => ({
        ...{ person_id, kind, count },
        ...{ ticket_id: ticketId, milestone_id: milestoneId ?? null },
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'kind', 'ticket_id', 'milestone_id'])
        .where('read_at', 'is', null)
        .doUpdateSet({
          count: sql<number>`notifications.count + excluded.count`,
          created_at: sql<Date>`excluded.created_at`,
        }),
    )
    .execute();
  // Screens that hear of a message know that there is news.
  if (kind !== 'new_message') change.tell({ type: 'notification', to });
}
