import { sql } from 'kysely';
import { stopped } from '#domain/mail-preferences.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Subscription } from '../mail/unsubscribe-link.ts';

/**
 * Stops one kind of mail for a person. Doing it again changes nothing.
 * @returns false when the account is gone
 */
export async function unsubscribe(
  { tx }: Change,
  { personId, choice }: Subscription,
): Promise<boolean> {
  const chosen = JSON.stringify(stopped(choice));
  const { numUpdatedRows } = await tx
    .updateTable('profiles')
    .set({ notifications: sql`notifications || ${chosen}::jsonb` })
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
