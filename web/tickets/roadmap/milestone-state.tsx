import type { BillingStatus } from '#domain/billing.ts';
import type { Milestone } from '#domain/milestone.ts';
import { feeOfPart, formatCents } from '#domain/money.ts';
import type { Ticket } from '#domain/ticket.ts';
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
  const { primary, ticket } = usePlan();
  const mine = primary?.milestoneId === milestone.id;
  const notes = [dates, fundingText(milestone, ticket.relation)].filter(Boolean);
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

function fundingText(milestone: Milestone, relation: Ticket['relation']): string | null {
  const { billing_status, payment_in_review } = milestone;
  if (payment_in_review) {
    const held = relation === 'developer' ? formatCents(shareOf(milestone)) : 'Payment';
    return `${held} held; we look at it before release`;
  }
  if (billing_status === null) return null;
  const workable = allows(milestone, 'start') || allows(milestone, 'submit');
  if (billing_status === 'unpaid' && workable) return 'Not funded yet';
  return fundingTexts[billing_status];
}

/** What the unblocker will get of it, in cents. */
function shareOf({ cost_cents: price_cents, fee_cents, awarded_cents }: Milestone): number {
  const part_cents = awarded_cents ?? price_cents;
  return part_cents - feeOfPart({ price_cents, fee_cents }, part_cents);
}

const fundingTexts: Record<BillingStatus, string | null> = {
  unpaid: null,
  held: 'Payment held',
  released: 'Payment released',
  refunded: 'Payment refunded',
  void: null,
};
