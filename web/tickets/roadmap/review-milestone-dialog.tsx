import { acts } from '#domain/acts.ts';
import { failedChecks, quotedChecks } from '#domain/check.ts';
import type { Delivery, Milestone } from '#domain/milestone.ts';
import { ChargeRows } from '../../payments/charge-rows.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { LocalMoment } from '../../ui/local-moment.tsx';
import { allows } from './allows.ts';
import { BlockedCheckout } from './blocked-checkout.tsx';
import { FailedChecks } from './check-list.tsx';
import { DeliveryRound } from './delivery-round.tsx';
import { FirstHourNote } from './first-hour-note.tsx';
import { MilestonePromise } from './milestone-promise.tsx';
import { PayButton } from './pay-button.tsx';
import { PlanAct } from './plan-act.tsx';
import { usePlan } from './plan-context.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { ReviewChecks } from './review-checks.tsx';
import { useMarks } from './use-marks.ts';
import { WordsActDialog } from './words-act-dialog.tsx';

interface ReviewMilestoneDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** The delivery first, then its checks, then what was promised. */
export function ReviewMilestoneDialog({ milestone, onClose }: ReviewMilestoneDialogProps) {
  const { show } = usePlan();
  const latest = milestone.deliveries.at(-1);
  const earlier = milestone.deliveries.slice(0, -1).reverse();
  const reviewable = allows(milestone, 'reject');
  const marks = useMarks(milestone);
  const confirm = useConfirm();

  async function approve() {
    const failed = failedChecks(milestone.checks, marks.marks).map(({ text }) => text);
    const question = {
      title: 'Approve All the Same?',
      text: `${quotedChecks(failed)} ${failed.length === 1 ? 'does' : 'do'} not work. Approving accepts the work as it is.`,
      act: 'Approve All the Same',
    };
    if (failed.length > 0 && !(await confirm(question))) return;
    show({ kind: 'accept', milestoneId: milestone.id });
  }

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
            variant={owes(milestone) ? 'secondary' : 'primary'}
            disabled={!reviewable}
            onClick={approve}
          >
            {acts.accept.label}
          </Button>
        </>
      }
    >
      <div className="space-y-6">
        <AcceptsItself milestone={milestone} />
        {latest && <DeliveryRound delivery={latest} isReviewed />}
        <ReviewChecks milestone={milestone} marks={marks} disabled={!reviewable} />
        {latest && <PayToOpen milestone={milestone} files={latest.file_attachments} />}
        <section aria-label="What was promised" className="border-t border-line pt-4">
          <p className="mb-2 text-2xs text-ink-soft">What was promised</p>
          <MilestonePromise milestone={milestone} isReviewed />
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

/** Sends the work back, with the customer's marks on its checks. */
export function RejectMilestoneDialog({ milestone, onClose }: ReviewMilestoneDialogProps) {
  const { marks, along } = useMarks(milestone);
  return (
    <WordsActDialog action="reject" record={milestone} more={() => along} onClose={onClose}>
      <FailedChecks failed={failedChecks(milestone.checks, marks)}>
        <p className="mb-1.5 text-2xs text-ink-soft">Does not work, and is sent along:</p>
      </FailedChecks>
    </WordsActDialog>
  );
}

/** What happens if the customer does nothing, and how to get more time. */
function AcceptsItself({ milestone }: { milestone: Milestone }) {
  const { accepts_itself_at } = milestone;
  if (!accepts_itself_at) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded bg-sunken p-3 text-sm">
      <p>
        If you do nothing, it is approved by itself on <LocalMoment at={accepts_itself_at} />.
      </p>
      <PlanAct action="more-time" milestone={milestone} />
    </div>
  );
}

function owes(milestone: Milestone): boolean {
  return !allows(milestone, 'accept') && allows(milestone, 'checkout');
}

/** For an unpaid milestone, whose files are closed: what to do next. */
function PayToOpen({
  milestone,
  files,
}: {
  milestone: Milestone;
  files: Delivery['file_attachments'];
}) {
  const { checkout } = usePlan();
  if (!owes(milestone)) return null;
  const hasFiles = Object.keys(files).length > 0;
  return (
    <section aria-label="What is owed" className="rounded border border-turn bg-turn-soft p-4">
      <ChargeRows charge={milestone} />
      <FirstHourNote milestone={milestone} />
      <p className="mt-3 mb-4 text-sm text-ink-soft">
        It is held until you approve the work. You come back here to look at it.
      </p>
      <PayButton
        variant="primary"
        milestoneId={milestone.id}
        checkout={checkout}
        {...(hasFiles && { label: 'Pay to Open These Files' })}
      />
      <div className="mt-3 empty:hidden">
        <BlockedCheckout checkout={checkout} />
      </div>
    </section>
  );
}
