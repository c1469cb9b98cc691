import type { ReactNode } from 'react';
import { useState } from 'react';
import { type Action, acts, actsAt } from '#domain/acts.ts';
import {
  DIAGNOSIS_CHECKS,
  DIAGNOSIS_DESCRIPTION,
  DIAGNOSIS_HOURS,
  DIAGNOSIS_TITLE,
} from '#domain/diagnosis.ts';
import { centsToDollars, DEFAULT_HOURLY_RATE_CENTS } from '#domain/money.ts';
import { refusals } from '#domain/refusals.ts';
import { errorText } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { alertError } from '../../ui/toasts.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { allows } from './allows.ts';
import { MilestoneCards } from './milestone-cards.tsx';
import { MilestoneTable } from './milestone-table.tsx';
import { OrderContext } from './order-context.ts';
import { DialogAct, InPlace, PlanAct } from './plan-act.tsx';
import { type PlanDialogKind, usePlan } from './plan-context.ts';
import { emptyPlanText, planCaption, saysNothing } from './plan-words.ts';
import { useDrag } from './use-drag.ts';
import { usePlanActs } from './use-plan-acts.ts';

/** Acts on the whole plan. */
function PlanButtons() {
  return actsAt('plan').map(
    (action) => ownButtons[action] ?? <PlanAct key={action} action={action} />,
  );
}

/** Acts with dialogs of their own. */
const ownButtons: Partial<Record<Action, ReactNode>> = {
  rate: <PlanDialogAct key="rate" action="rate" opens="rate" />,
  'rate-customer': (
    <PlanDialogAct key="rate-customer" action="rate-customer" opens="rate-customer" />
  ),
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

/** Works for an empty plan too: it says what is missing. */
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

export function PlanSection() {
  const { ticket, milestones, said } = usePlan();
  return (
    <section aria-labelledby="plan">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="plan" className="text-xl">
            {planCaption(ticket)}
          </h2>
          {saysNothing(ticket) && (
            <p className="mt-1 text-sm wrap-anywhere text-ink-soft">{ticket.turn.sentence}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <PlanButtons />
        </div>
      </div>
      {milestones.length === 0 ? <EmptyPlan /> : <Milestones />}
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}

/** An unblocker who does not know yet what is wrong can begin with a diagnosis. */
function EmptyPlan() {
  const { ticket } = usePlan();
  const starts = allows(ticket, 'add-milestone');
  return (
    <EmptyState {...(starts && { action: <StartWithDiagnosis /> })}>
      {emptyPlanText(ticket)}
    </EmptyState>
  );
}

function StartWithDiagnosis() {
  const acts = usePlanActs();
  const [pending, setPending] = useState(false);

  async function start() {
    setPending(true);
    await acts
      .addMilestone({
        title: DIAGNOSIS_TITLE,
        description: DIAGNOSIS_DESCRIPTION,
        hours: DIAGNOSIS_HOURS,
        minutes: 0,
        hourly_rate: centsToDollars(DEFAULT_HOURLY_RATE_CENTS),
        checks: DIAGNOSIS_CHECKS.map((text) => ({ text })),
      })
      .catch((cause) => alertError('Failed to save milestone', errorText(cause)));
    setPending(false);
  }

  return (
    <Button pending={pending} onClick={start}>
      Start with a Diagnosis
    </Button>
  );
}

/** The developer can reorder them while planning. */
function Milestones() {
  const { ticket, milestones, move } = usePlan();
  const { drag, handle } = useDrag(move);
  // Either the table or the cards, so nothing is there twice.
  const wide = useMedia('(min-width: 48rem)');
  const count = milestones.length;
  const order = count > 1 && allows(ticket, 'order-milestones');
  return (
    <OrderContext value={order ? { count, move, handle, drag } : null}>
      {wide ? <MilestoneTable /> : <MilestoneCards />}
    </OrderContext>
  );
}
