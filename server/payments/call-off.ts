import type { Change } from '../lifecycle/change.ts';
import type { PlannedMilestone } from '../lifecycle/locked.ts';
import { settleHold, voidRecord } from './holds.ts';

/**
 * For a milestone that is called off: held money is refunded, and an unpaid record can no longer be
 * paid. Work that was approved before and waits for a review is not affected.
 */
export async function refundOrVoid(change: Change, milestone: PlannedMilestone): Promise<void> {
  const { billing, billing_record_id, awarded_cents } = milestone;
  if (billing_record_id === null || awarded_cents !== null) return;
  if (billing === 'unpaid') {
    await voidRecord(change, billing_record_id);
    milestone.billing = 'void';
  } else if (billing === 'held') {
    await settleHold(change, billing_record_id, { released_cents: 0, developer_id: null });
    milestone.billing = 'refunded';
  }
}
