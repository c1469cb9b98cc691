import type { Milestone } from '#domain/milestone.ts';
import { DeliveryRound } from './delivery-round.tsx';
import { MilestonePromise } from './milestone-promise.tsx';
import { PlanDialog } from './plan-dialog.tsx';

interface ReadMilestoneProps {
  milestone: Milestone;
  onClose: () => void;
}

/** What was promised. */
export function MilestoneDetailsDialog({ milestone, onClose }: ReadMilestoneProps) {
  return (
    <PlanDialog open onOpenChange={onClose} title="Milestone Details">
      <MilestonePromise milestone={milestone} />
    </PlanDialog>
  );
}

/** What was promised and every round of delivery. */
export function ViewMilestoneDialog({ milestone, onClose }: ReadMilestoneProps) {
  const { deliveries } = milestone;
  return (
    <PlanDialog open onOpenChange={onClose} title="View Milestone">
      <MilestonePromise milestone={milestone} />
      <section aria-label="Deliveries" className="mt-6 space-y-3">
        {deliveries.length === 0 && (
          <p className="rounded border border-dashed border-line px-4 py-6 text-center text-sm text-ink-soft">
            Nothing has been delivered yet.
          </p>
        )}
        {deliveries.map((delivery) => (
          <DeliveryRound key={delivery.id} delivery={delivery} />
        ))}
      </section>
    </PlanDialog>
  );
}
