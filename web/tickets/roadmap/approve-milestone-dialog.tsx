import { useQueryClient } from '@tanstack/react-query';
import { acts } from '#domain/acts.ts';
import type { Milestone } from '#domain/milestone.ts';
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
import type { MilestoneList } from './use-plan-data.ts';
import { WordsActDialog } from './words-act-dialog.tsx';

interface ApproveMilestoneDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** Work is handed over with its payment: what is not paid is paid first, then approved here. */
export function ApproveMilestoneDialog(props: ApproveMilestoneDialogProps) {
  const { milestone } = props;
  if (!allows(milestone, 'accept') && allows(milestone, 'checkout')) return <PayFirst {...props} />;
  return <ApproveForm {...props} />;
}

function ApproveForm({ milestone, onClose }: ApproveMilestoneDialogProps) {
  const goOn = useNextStep(milestone.id, onClose);
  return (
    <WordsActDialog action="accept" record={milestone} onDone={goOn} onClose={onClose}>
      <p className="text-sm leading-relaxed text-ink-soft">
        Approving{' '}
        <b dir="auto" className="text-ink wrap-anywhere">
          {milestone.title}
        </b>{' '}
        {milestone.payment_in_review
          ? 'accepts the work. We look at its payment before it is released to your unblocker.'
          : 'releases its payment to your unblocker.'}
      </p>
      <ChargeRows charge={milestone} paid />
    </WordsActDialog>
  );
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

/** After the last approval the developer is rated; before that, the next milestone is next. */
function useNextStep(milestoneId: string, onClose: () => void): () => void {
  const queryClient = useQueryClient();
  const { ticket, show } = usePlan();
  return () => {
    const after = queryClient.getQueryData<Ticket>(keys.ticket(ticket.id));
    const plan = queryClient.getQueryData<MilestoneList>(keys.milestones(ticket.id));
    const finished = plan?.items.every(({ status }) => status === 'ACCEPTED') ?? false;
    if (finished && after && allows(after, 'rate')) return show({ kind: 'rate' });
    onClose();
    const waits = plan?.items.some((each) => each.id === milestoneId && each.payment_in_review);
    announce(
      waits
        ? 'The milestone is approved. We look at its payment before it is released.'
        : (acts.accept.done ?? ''),
    );
  };
}
