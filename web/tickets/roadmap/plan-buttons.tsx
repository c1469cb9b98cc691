import { refusals } from '#domain/errors.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { alertError } from '../../ui/toasts.tsx';
import { allows } from './allows.ts';
import { orFail } from './failures.ts';
import { usePlan } from './plan-context.ts';
import { isPrimary } from './primary-action.ts';
import { PrimaryPlace } from './primary-place.tsx';
import { usePlanActs } from './use-plan-acts.ts';

/** What can be done with the plan as a whole. */
export function PlanButtons() {
  const { ticket, show } = usePlan();
  return (
    <>
      {allows(ticket, 'rate') && (
        <Button onClick={() => show({ kind: 'rate' })}>Rate Developer</Button>
      )}
      {allows(ticket, 'request-changes') && (
        <Button onClick={() => show({ kind: 'request-changes' })}>Request Changes</Button>
      )}
      <AddMilestoneButton />
      <SubmitPlanButton />
      <ApprovePlanButton />
    </>
  );
}

function AddMilestoneButton() {
  const { ticket, show, primary } = usePlan();
  if (!allows(ticket, 'add-milestone')) return null;
  const active = isPrimary(primary, 'add-milestone');
  return (
    <PrimaryPlace active={active}>
      <Button variant={active ? 'primary' : 'secondary'} onClick={() => show({ kind: 'add' })}>
        Add Milestone
      </Button>
    </PrimaryPlace>
  );
}

function ApprovePlanButton() {
  const { ticket, show, primary } = usePlan();
  if (!allows(ticket, 'approve-plan')) return null;
  return (
    <PrimaryPlace active={isPrimary(primary, 'approve-plan')}>
      <Button variant="primary" onClick={() => show({ kind: 'approve-plan' })}>
        Approve Plan
      </Button>
    </PrimaryPlace>
  );
}

/** An empty plan's button can be pressed too: it answers with what is missing. */
function SubmitPlanButton() {
  const { ticket, primary } = usePlan();
  const acts = usePlanActs();
  const confirm = useConfirm();
  const permission = ticket.actions['submit-plan'];
  const lacksMilestones = permission?.reason === refusals.no_milestones[1];
  if (!permission?.allowed && !lacksMilestones) return null;

  function submit() {
    if (lacksMilestones) return alertError(refusals.no_milestones[1]);
    return confirm({
      title: 'Submit Plan',
      text: 'Are you sure you want to submit this plan? The customer reviews it next, and you cannot change it meanwhile.',
      act: 'Submit Plan',
      run: () => orFail('Failed to update ticket status. Please try again.', acts.submitPlan),
    });
  }

  const active = isPrimary(primary, 'submit-plan');
  return (
    <PrimaryPlace active={active}>
      <Button variant={active ? 'primary' : 'secondary'} onClick={submit}>
        Submit Plan
      </Button>
    </PrimaryPlace>
  );
}
