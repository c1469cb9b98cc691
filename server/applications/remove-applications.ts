import { KEPT_APPLICATION_DAYS } from '#domain/entry-test.ts';
import { DAY_MS } from '#domain/milliseconds.ts';
import type { Context } from '../lifecycle/context.ts';

/**
 * Deletes what applicants added to their entries and that came to nothing: declined, or not submitted.
 * What was submitted goes with its entry; what was accepted with the account.
 */
export async function removeApplications(
  { db }: Pick<Context, 'db'>,
  now = new Date(),
): Promise<void> {
  const before = new Date(now.getTime() - KEPT_APPLICATION_DAYS * DAY_MS);
  await db
    .deleteFrom('applications as a')
    .using('waitlist as w')
    .whereRef('w.id', '=', 'a.waitlist_id')
    .where((where) =>
      where.or([
        where.and([where('w.status', '=', 'declined'), where('w.decided_at', '<', before)]),
        where.and([where('a.submitted_at', 'is', null), where('a.issued_at', '<', before)]),
      ]),
    )
    .execute();
}
