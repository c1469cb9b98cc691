import type { BillingStatus } from '#domain/billing.ts';
import { refusals } from '#domain/errors.ts';
import type { Milestone } from '#domain/milestone.ts';
import { MilestoneBadge } from '../../ui/milestone-badge.tsx';
import { allows } from './allows.ts';
import { LateMark } from './late-mark.tsx';
import { mainDate } from './milestone-dates.ts';
import { usePlan } from './plan-context.ts';

interface MilestoneStateProps {
  milestone: Milestone;
  /** What to say of its dates; the one that matters now, where nothing is said. */
  dates?: string | null;
}

/** How far the work is, when it is due, and where its money is. */
export function MilestoneState({ milestone, dates = mainDate(milestone) }: MilestoneStateProps) {
  const mine = usePlan().primary?.milestoneId === milestone.id;
  const notes = [dates, fundingText(milestone)].filter(Boolean);
  return (
    <>
      <span className="inline-flex flex-wrap gap-1">
        <MilestoneBadge status={milestone.status} tone={mine ? 'turn' : undefined} />
        <LateMark milestone={milestone} />
      </span>
      {notes.map((note) => (
        <p
          key={note}
          className="mt-1 text-2xs whitespace-normal text-ink-soft lg:[td_&]:whitespace-nowrap"
        >
          {note}
        </p>
      ))}
    </>
  );
}

function fundingText(milestone: Milestone): string | null {
  const { billing_status, payment_in_review } = milestone;
  if (payment_in_review) return refusals.payment_in_review[1];
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
