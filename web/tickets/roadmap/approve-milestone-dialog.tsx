import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { acts } from '#domain/acts.ts';
import type { Milestone } from '#domain/milestone.ts';
import { formatCents } from '#domain/money.ts';
import { midSentence, paymentWords } from '#domain/record-money.ts';
import type { Ticket } from '#domain/ticket.ts';
import { keys } from '../../api/query-keys.ts';
import { ChargeRows } from '../../payments/charge-rows.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { announce } from '../../ui/toasts.tsx';
import { allows } from './allows.ts';
import { FirstHourNote } from './first-hour-note.tsx';
import { PayButton } from './pay-button.tsx';
import { usePlan } from './plan-context.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { useMarks } from './use-marks.ts';
import type { MilestoneList } from './use-plan-data.ts';
import { WordsActDialog } from './words-act-dialog.tsx';

interface ApproveMilestoneDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** An unpaid milestone is paid first, then approved here. */
export function ApproveMilestoneDialog(props: ApproveMilestoneDialogProps) {
  const { milestone } = props;
  const { show } = usePlan();
  const owes = !allows(milestone, 'accept') && allows(milestone, 'checkout');
  const [owed] = useState(owes);
  // After paying, the customer can open the files and looks at them before approving.
  const paidNow = owed && !owes;
  const { id } = milestone;
  useEffect(() => {
    if (paidNow) show({ kind: 'review', milestoneId: id });
  }, [paidNow, show, id]);
  return owed ? <PayFirst {...props} /> : <ApproveForm {...props} />;
}

function ApproveForm({ milestone, onClose }: ApproveMilestoneDialogProps) {
  const goOn = useNextStep(milestone.id, onClose);
  const { along } = useMarks(milestone);
  return (
    <WordsActDialog
      action="accept"
      record={milestone}
      more={() => along}
      onDone={goOn}
      onClose={onClose}
    >
      <p className="text-sm leading-relaxed text-ink-soft">
        Approving{' '}
        <b dir="auto" className="text-ink wrap-anywhere">
          {milestone.title}
        </b>{' '}
        {whatFollows(milestone)}
      </p>
      <ChargeRows charge={milestone} paid />
    </WordsActDialog>
  );
}

/** Its money may be split already, or wait for a review. */
function whatFollows(milestone: Milestone): string {
  const { held_cents, payment_in_review } = milestone;
  const words = paymentWords(milestone);
  if (held_cents > 0 && !payment_in_review)
    return `accepts the work, and releases ${formatCents(held_cents)} to your unblocker.`;
  return `accepts the work.${words === null ? '' : ` Its money: ${midSentence(words)}.`}`;
}

function PayFirst({ milestone, onClose }: ApproveMilestoneDialogProps) {
  const { checkout } = usePlan();
  return (
    <PlanDialog
      open
      onOpenChange={onClose}
      title={acts.accept.ask?.title ?? ''}
      description={milestone.actions.accept?.reason ?? undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PayButton variant="primary" milestoneId={milestone.id} checkout={checkout} />
        </>
      }
    >
      <h3 dir="auto" className="mb-3 text-lg leading-snug wrap-anywhere">
        {milestone.title}
      </h3>
      <ChargeRows charge={milestone} />
      <FirstHourNote milestone={milestone} />
      <p className="mt-3 text-sm text-ink-soft">It is held until you approve the work.</p>
      {checkout.blockedUrl && (
        <ErrorBox
          className="mt-4"
          text="Your browser kept the payment page from opening."
          action={
            <a href={checkout.blockedUrl} target="_blank" rel="noreferrer" className="link">
              Open the Payment Page
            </a>
          }
        />
      )}
    </PlanDialog>
  );
}

/** After the last approval the developer is rated; before that the next milestone follows. */
function useNextStep(milestoneId: string, onClose: () => void): () => void {
  const queryClient = useQueryClient();
  const { ticket, show } = usePlan();
  return () => {
    const after = queryClient.getQueryData<Ticket>(keys.ticket(ticket.id));
    const plan = queryClient.getQueryData<MilestoneList>(keys.milestones(ticket.id));
    const finished = plan?.items.every(({ status }) => status === 'ACCEPTED') ?? false;
    if (finished && after && allows(after, 'rate')) return show({ kind: 'rate' });
    onClose();
    const approved = plan?.items.find(({ id }) => id === milestoneId);
    const money = approved && paymentWords(approved);
    announce([acts.accept.done, money && `${money}.`].filter(Boolean).join(' '));
  };
}
