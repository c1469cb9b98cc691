import { acts } from '#domain/acts.ts';
import type { Milestone } from '#domain/milestone.ts';
import { Button } from '../../ui/button.tsx';
import { allows } from './allows.ts';
import { DeliveryRound } from './delivery-round.tsx';
import { MilestonePromise } from './milestone-promise.tsx';
import { usePlan } from './plan-context.ts';
import { PlanDialog } from './plan-dialog.tsx';

interface ReviewMilestoneDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** The delivery first, then the promise to hold it against. */
export function ReviewMilestoneDialog({ milestone, onClose }: ReviewMilestoneDialogProps) {
  const { show } = usePlan();
  const latest = milestone.deliveries.at(-1);
  const earlier = milestone.deliveries.slice(0, -1).reverse();
  const reviewable = allows(milestone, 'reject');
  return (
    <PlanDialog
      open
      onOpenChange={onClose}
      title="Review Milestone"
      footer={
        <>
          <Button
            disabled={!reviewable}
            onClick={() => show({ kind: 'act', action: 'reject', milestoneId: milestone.id })}
          >
            {acts.reject.label}
          </Button>
          <Button
            variant="primary"
            disabled={!reviewable}
            onClick={() => show({ kind: 'accept', milestoneId: milestone.id })}
          >
            {acts.accept.label}
          </Button>
        </>
      }
    >
      <div className="space-y-6">
        {latest && <DeliveryRound delivery={latest} />}
        <section aria-label="What was promised" className="border-t border-line pt-4">
          <p className="mb-2 text-2xs text-ink-soft">What was promised</p>
          <MilestonePromise milestone={milestone} />
        </section>
        {earlier.length > 0 && (
          <section aria-label="Earlier deliveries" className="space-y-3">
            {earlier.map((delivery) => (
              <DeliveryRound key={delivery.id} delivery={delivery} />
            ))}
          </section>
        )}
      </div>
    </PlanDialog>
  );
}
