import { DESK_PACE_HOURS } from '#domain/desk-pace.ts';
import { notificationsOf } from '#domain/mail-preferences.ts';
import { HOUR_MS } from '#domain/milliseconds.ts';
import { notBanned } from '../database/banned.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Letter } from '../mail/letter.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { teamAddress } from '../mail/team-address.ts';

/** All who can act as moderators; without suspended ones. */
export function moderators({ tx }: Change) {
  return (
    tx
      .selectFrom('profiles as p')
      .innerJoin('users as u', 'u.id', 'p.id')
      .select(['p.id', 'u.email', 'p.notifications'])
      .where('p.user_type', '=', 'moderator')
      .where(notBanned)
      // In a fixed order, so that two senders cannot deadlock.
      .orderBy('p.id')
      .execute()
  );
}

/**
 * Mails all moderators about something new in their queue; the team's address while there are none.
 * Each gets one such mail per interval of their choice: a mail at its end covers what came
 * meanwhile.
 */
export async function mailModerators(change: Change, letter: Omit<Letter, 'to'>): Promise<void> {
  const found = await moderators(change);
  if (found.length === 0) await enqueueMail(change, { ...letter, to: teamAddress(change.config) });
  for (const { id, email, notifications } of found) {
    const hours = DESK_PACE_HOURS[notificationsOf(notifications).desk];
    const next = await nextMail(change.tx, id, hours);
    if (next === null) await enqueueMail(change, { ...letter, to: email });
    else await enqueueJob(change.tx, 'desk-mail', { person_id: id }, next);
  }
}

/**
 * Null where a mail may go to a moderator now, which counts as sent; else when the next one may.
 */
export async function nextMail(
  tx: Tx,
  personId: string,
  hours: number,
  now = new Date(),
): Promise<Date | null> {
  const claimed = await tx
    .insertInto('desk_mails')
    .values({ person_id: personId, mailed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ mailed_at: now })
        .where('desk_mails.mailed_at', '<=', new Date(now.getTime() - hours * HOUR_MS)),
    )
    .returning('person_id')
    .executeTakeFirst();
  if (claimed) return null;
  const { mailed_at } = await tx
    .selectFrom('desk_mails')
    .select('mailed_at')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return new Date(mailed_at.getTime() + hours * HOUR_MS);
}
