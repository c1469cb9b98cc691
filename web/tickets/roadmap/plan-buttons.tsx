import type { ReactNode } from 'react';
import { type Action, acts, actsAt } from '#domain/acts.ts';
import { refusals } from '#domain/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { alertError } from '../../ui/toasts.tsx';
import { DialogAct, InPlace, PlanAct } from './plan-act.tsx';
import { type PlanDialogKind, usePlan } from './plan-context.ts';

/** What can be done with the plan as a whole. */
export function PlanButtons() {
  return actsAt('plan').map(
    (action) => ownButtons[action] ?? <PlanAct key={action} action={action} />,
  );
}

/** Those whose dialogs are of their own making. */
const ownButtons: Partial<Record<Action, ReactNode>> = {
  rate: <PlanDialogAct key="rate" action="rate" opens="rate" />,
  'add-milestone': <PlanDialogAct key="add-milestone" action="add-milestone" opens="add" />,
  'submit-plan': <SubmitPlanButton key="submit-plan" />,
  'propose-change': (
    <PlanDialogAct key="propose-change" action="propose-change" opens="propose-change" />
  ),
  'approve-plan': <PlanDialogAct key="approve-plan" action="approve-plan" opens="approve-plan" />,
};

interface PlanDialogActProps {
  action: Action;
  opens: PlanDialogKind;
}

function PlanDialogAct({ action, opens }: PlanDialogActProps) {
  const { show } = usePlan();
  return <DialogAct action={action} onClick={() => show({ kind: opens })} />;
}

/** An empty plan's button can be pressed too: it answers with what is missing. */
function SubmitPlanButton() {
  const { ticket } = usePlan();
  const missing = refusals.no_milestones[1];
  if (ticket.actions['submit-plan']?.reason !== missing) return <PlanAct action="submit-plan" />;
  return (
    <InPlace action="submit-plan">
      {(look) => (
        <Button {...look} onClick={() => alertError(missing)}>
          {acts['submit-plan'].label}
        </Button>
      )}
    </InPlace>
  );
}
