import type { ReactNode } from 'react';
import { type Action, actsAt } from '#domain/acts.ts';
import type { Milestone } from '#domain/milestone.ts';
import { Button } from '../../ui/button.tsx';
import { allows } from './allows.ts';
import { titleId } from './milestone-title.tsx';
import { PayButton } from './pay-button.tsx';
import { DialogAct, InPlace, PlanAct } from './plan-act.tsx';
import { type MilestoneDialogKind, usePlan } from './plan-context.ts';

/** The viewer's acts on one milestone. */
export function MilestoneButtons({ milestone }: { milestone: Milestone }) {
  return (
    <>
      {actsAt('milestone').map((action) => (
        <MilestoneAct key={action} action={action} milestone={milestone} />
      ))}
    </>
  );
}

interface MilestoneActProps {
  action: Action;
  milestone: Milestone;
}

function MilestoneAct({ action, milestone }: MilestoneActProps): ReactNode {
  switch (action) {
    case 'reject':
      return <Opens action={action} milestone={milestone} opens="review" label="Review" />;
    case 'extend':
      return <Opens action={action} milestone={milestone} opens="extend" />;
    case 'submit':
      return <Opens action={action} milestone={milestone} opens="submit" />;
    case 'checkout':
      return allows(milestone, action) && <PayMilestone milestone={milestone} />;
    case 'edit-milestone':
      return allows(milestone, action) ? (
        <Opens action={action} milestone={milestone} opens="edit" />
      ) : (
        <ViewButton milestone={milestone} />
      );
    default:
      return <PlanAct action={action} milestone={milestone} />;
  }
}

interface OpensProps extends MilestoneActProps {
  opens: MilestoneDialogKind;
  label?: string;
}

function Opens({ action, milestone, opens, ...label }: OpensProps) {
  const { show } = usePlan();
  const open = () => show({ kind: opens, milestoneId: milestone.id });
  return <DialogAct action={action} milestone={milestone} {...label} onClick={open} />;
}

function ViewButton({ milestone }: { milestone: Milestone }) {
  const { show } = usePlan();
  return (
    <Button
      size="sm"
      aria-describedby={titleId(milestone)}
      onClick={() => show({ kind: 'view', milestoneId: milestone.id })}
    >
      View
    </Button>
  );
}

function PayMilestone({ milestone }: { milestone: Milestone }) {
  const { checkout } = usePlan();
  return (
    <InPlace action="checkout" milestone={milestone}>
      {(look) => <PayButton {...look} milestoneId={milestone.id} checkout={checkout} />}
    </InPlace>
  );
}
