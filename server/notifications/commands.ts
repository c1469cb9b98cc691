import { sql } from 'kysely';
import type { z } from 'zod';
import { NOTIFICATIONS_KEPT_DAYS, type readNotificationsSchema } from '#domain/notification.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';

/** Marks a person's notifications as read; those of others are left alone. */
export async function markNotificationsRead(
  { tx, tell }: Change,
  { id }: Viewer,
  which: z.output<typeof readNotificationsSchema>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: sql<Date>`now()` })
    .where('person_id', '=', id)
    .where('read_at', 'is', null)
    .where((where) => {
      if ('ids' in which) return where('id', 'in', which.ids);
      if ('ticket_id' in which) return where('ticket_id', '=', which.ticket_id);
      return where('created_at', '<=', new Date(which.until));
    })
    .executeTakeFirst();
  if (numUpdatedRows > 0n) tell({ type: 'notification', to: [id] });
}

/** Reading a thread marks the notifications about its messages as read. */
export async function markMessagesNoticed(
  { tx }: Change,
  { personId, ticketId }: { personId: string; ticketId: string },
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ read_at: sql<Date>`now()` })
    .where('person_id', '=', personId)
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'new_message')
    .where('read_at', 'is', null)
    .execute();
}

/**
 * Removes an unread, deleted message from the notification about it and its count. One whose notification
 * was read is in none: what is unread came after it.
 */
export async function forgetMessage(
  { tx }: Change,
  { personId, ticketId, sentAt }: { personId: string; ticketId: string; sentAt: Date },
): Promise<void> {
  const rows = tx
    .selectFrom('notifications')
    .select('id')
    .where('person_id', '=', personId)
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'new_message');
  if (await rows.where('read_at', '>=', sentAt).executeTakeFirst()) return;
  const unread = rows.where('read_at', 'is', null);
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where('id', 'in', unread.where('count', '>', 1))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await tx.deleteFrom('notifications').where('id', 'in', unread).execute();
}

/** Deletes old notifications. */
export async function tidyNotifications({ db }: Pick<Context, 'db'>): Promise<void> {
  const before = new Date(Date.now() - NOTIFICATIONS_KEPT_DAYS * 24 * 3_600_000);
  await db.deleteFrom('notifications').where('created_at', '<', before).execute();
}
