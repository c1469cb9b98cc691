import { useMutation } from '@tanstack/react-query';
import type { Action } from '#domain/lifecycle.ts';
import type { Milestone } from '#domain/milestone.ts';
import { errorText } from '../../api/api-error.ts';
import { alertFailure } from '../../ui/alert-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { announce } from '../../ui/toasts.tsx';
import { allows } from './allows.ts';
import { orFail } from './failures.ts';
import { titleId } from './milestone-title.tsx';
import { PayButton } from './pay-button.tsx';
import { type MilestoneDialogKind, usePlan } from './plan-context.ts';
import { isPrimary } from './primary-action.ts';
import { PrimaryPlace } from './primary-place.tsx';
import { usePlanActs } from './use-plan-acts.ts';

/** What the viewer may do with one milestone. */
export function MilestoneButtons({ milestone }: { milestone: Milestone }) {
  const edits = allows(milestone, 'edit-milestone');
  return (
    <>
      {allows(milestone, 'reject') && (
        <DialogButton milestone={milestone} act="reject" opens="review" label="Review" />
      )}
      {allows(milestone, 'submit') && (
        <DialogButton milestone={milestone} act="submit" opens="submit" label="Submit" />
      )}
      {allows(milestone, 'start') && <StartButton milestone={milestone} />}
      {allows(milestone, 'checkout') && <PayMilestone milestone={milestone} />}
      {edits && (
        <DialogButton milestone={milestone} act="edit-milestone" opens="edit" label="Edit" />
      )}
      {!edits && <DialogButton milestone={milestone} opens="view" label="View" />}
      {allows(milestone, 'delete-milestone') && <DeleteButton milestone={milestone} />}
    </>
  );
}

interface DialogButtonProps {
  milestone: Milestone;
  act?: Action;
  opens: MilestoneDialogKind;
  label: string;
}

function DialogButton({ milestone, act, opens, label }: DialogButtonProps) {
  const { primary, show } = usePlan();
  const active = act !== undefined && isPrimary(primary, act, milestone.id);
  return (
    <PrimaryPlace active={active} about={milestone.title}>
      <Button
        size="sm"
        variant={active ? 'primary' : 'secondary'}
        aria-describedby={titleId(milestone)}
        onClick={() => show({ kind: opens, milestoneId: milestone.id })}
      >
        {label}
      </Button>
    </PrimaryPlace>
  );
}

function StartButton({ milestone }: { milestone: Milestone }) {
  const { primary } = usePlan();
  const acts = usePlanActs();
  const start = useMutation({
    mutationFn: () => acts.start(milestone),
    onSuccess: ({ paid }) => !paid && announce(NOT_FUNDED),
    onError: (cause) =>
      alertFailure('Failed to update milestone status. Please try again.', errorText(cause)),
  });
  const active = isPrimary(primary, 'start', milestone.id);
  return (
    <PrimaryPlace active={active} about={milestone.title}>
      <Button
        size="sm"
        variant={active ? 'primary' : 'secondary'}
        aria-describedby={titleId(milestone)}
        pending={start.isPending}
        onClick={() => start.mutate()}
      >
        Start
      </Button>
    </PrimaryPlace>
  );
}

const NOT_FUNDED = 'Started. This milestone is not funded yet: the customer has not paid for it.';

function PayMilestone({ milestone }: { milestone: Milestone }) {
  const { primary, checkout } = usePlan();
  const active = isPrimary(primary, 'checkout', milestone.id);
  return (
    <PrimaryPlace active={active} about={milestone.title}>
      <PayButton
        milestoneId={milestone.id}
        checkout={checkout}
        size="sm"
        variant={active ? 'primary' : 'secondary'}
        aria-describedby={titleId(milestone)}
      />
    </PrimaryPlace>
  );
}

function DeleteButton({ milestone }: { milestone: Milestone }) {
  const acts = usePlanActs();
  const confirm = useConfirm();
  const ask = () =>
    confirm({
      title: 'Delete Milestone',
      text: 'Are you sure you want to delete this milestone?',
      act: 'Delete',
      danger: true,
      run: () =>
        orFail('Failed to delete milestone. Please try again.', () =>
          acts.deleteMilestone(milestone),
        ),
    });
  return (
    <Button size="sm" variant="ghost" aria-describedby={titleId(milestone)} onClick={ask}>
      Delete
    </Button>
  );
}
