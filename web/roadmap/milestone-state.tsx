import type { BillingStatus } from '#domain/billing.ts';
import type { Milestone } from '#domain/milestone.ts';
import { MilestoneBadge } from '../ui/milestone-badge.tsx';
import { allows } from './allows.ts';
import { usePlan } from './plan-context.ts';

/** How far the work is, and where its money is. */
export function MilestoneState({ milestone }: { milestone: Milestone }) {
  const mine = usePlan().primary?.milestoneId === milestone.id;
  return (
    <>
      <MilestoneBadge status={milestone.status} tone={mine ? 'turn' : undefined} />
      <p className="mt-1 text-2xs whitespace-normal text-ink-soft">{fundingText(milestone)}</p>
    </>
  );
}

function fundingText(milestone: Milestone): string | null {
  const { billing_status } = milestone;
  if (billing_status === null) return null;
  const workable = allows(milestone, 'start') || allows(milestone, 'submit');
  if (billing_status === 'unpaid' && workable) return 'Not funded yet';
  return fundingTexts[billing_status];
}

const fundingTexts: Record<BillingStatus, string | null> = {
  unpaid: null,
  held: 'Payment held',
  released: 'Payment released',
  refunded: 'Payment refunded',
  void: null,
};
