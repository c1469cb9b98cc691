import { Refusal } from '#domain/refusals.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import { bookPayoutElsewhere, PAYOUT_FAILED } from '../payments/failed-movements.ts';
import { bookPaidElsewhere, REFUND_FAILED } from '../payments/owed-refunds.ts';

/**
 * Marks a finding about money as looked into, which ends its alarm. If it is found again, it is
 * back. A refund that failed, or the last payout to somebody who has left, was paid another way by then,
 * which is booked.
 * @throws Refusal `not_found`, `finding_done`
 */
export async function markFindingDone(
  change: Change,
  moderator: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { tx } = change;
  const before = await tx
    .selectFrom('money_findings')
    .select(['kind', 'about'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!before) throw new Refusal('not_found');
  // Before the finding is locked: one that is reported has its billing record locked first.
  if (before.kind === REFUND_FAILED) await bookPaidElsewhere(change, before.about);
  if (before.kind === PAYOUT_FAILED) await bookPayoutElsewhere(change, before.about);
  const { numUpdatedRows } = await tx
    .updateTable('money_findings')
    .set({ resolved_at: new Date() })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('finding_done');
  const target = { type: 'finding', id } as const;
  await writeAudit(change, moderator, { action: 'finding_done', target, reason, before });
}
