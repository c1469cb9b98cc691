import { sql } from 'kysely';
import type { NotificationKind } from '#domain/notification.ts';
import type { StepMoney } from '#domain/record-money-schemas.ts';
import type { Change } from '../lifecycle/change.ts';

export interface Told {
  kind: NotificationKind;
  /** Ids of people. */
  to: readonly string[];
  ticketId: string | null;
  milestoneId?: string | undefined;
  /** How many events it stands for, where more than one. */
  count?: number;
  /** The money that it mentions. */
  money?: StepMoney | null | undefined;
}

/**
 * Events repeated before they are read are counted in one line, so that a busy thread does not fill
 * the list. Part of an `insert into notifications`.
 */
export const foldNotification = sql`on conflict (person_id, kind, ticket_id, milestone_id)
  where read_at is null
  do update set count = notifications.count + excluded.count, created_at = excluded.created_at,
    money = excluded.money`;

/** Adds a notification to people's lists, within the change's transaction. */
export async function notify(
  change: Change,
  { kind, to, ticketId, milestoneId, count = 1, money }: Told,
): Promise<void> {
  if (to.length === 0) return;
  await change.tx
    .insertInto('notifications')
    .values(
      to.map((person_id) => ({
        person_id,
        kind,
        count,
        ticket_id: ticketId,
        milestone_id: milestoneId ?? null,
        money: money ? JSON.stringify(money) : null,
      })),
    )
    .modifyEnd(foldNotification)
    .execute();
  // The live event of a message tells screens as well.
  if (kind !== 'new_message') change.tell({ type: 'notification', to });
}
