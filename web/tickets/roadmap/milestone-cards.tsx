import type { Milestone } from '#domain/milestone.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { Fact } from '../../ui/fact.tsx';
import { Money } from '../../ui/money.tsx';
import { MilestoneButtons } from './milestone-buttons.tsx';
import { DragHandle, MoveButtons } from './milestone-mover.tsx';
import { MilestoneState } from './milestone-state.tsx';
import { MilestoneTitle } from './milestone-title.tsx';
import { rowStyle, useOrder } from './order-context.ts';
import { PaidMark, showsPaidColumn } from './paid-mark.tsx';
import { usePlan } from './plan-context.ts';
import { planMoney } from './plan-money.ts';
import { totalLines } from './total-lines.ts';
import { draggedList, draggedRow } from './use-drag.ts';

/** The plan on phones: one card per milestone. */
export function MilestoneCards() {
  const { ticket, milestones, totalCents } = usePlan();
  const showsPaid = showsPaidColumn(ticket);
  return (
    <>
      <ul aria-labelledby="plan" className="space-y-3" {...draggedList}>
        {milestones.map((milestone, index) => (
          <Card key={milestone.id} {...{ milestone, index, showsPaid }} />
        ))}
      </ul>
      <p className="mt-3 flex justify-between border-t border-edge px-4 pt-3 font-semibold">
        <span>Total</span>
        <Money cents={totalCents} />
      </p>
      {totalLines(ticket.relation, planMoney(milestones)).map(({ term, cents, off }) => (
        <p key={term} className="mt-1 flex justify-between px-4 text-2xs text-ink-soft">
          <span>{term}</span>
          <span>
            {off && '−'}
            <Money cents={cents} />
          </span>
        </p>
      ))}
    </>
  );
}

interface CardProps {
  milestone: Milestone;
  index: number;
  showsPaid: boolean;
}

function Card({ milestone, index, showsPaid }: CardProps) {
  const drag = useOrder()?.drag ?? null;
  return (
    <li {...draggedRow} style={rowStyle(drag, index)} className="card space-y-2 p-4 text-sm">
      <div className="flex gap-1">
        <DragHandle index={index} />
        <div className="min-w-0 flex-1">
          <MilestoneTitle milestone={milestone} />
        </div>
      </div>
      <div>
        <MilestoneState milestone={milestone} />
      </div>
      <dl className="figures flex flex-wrap justify-between gap-x-3 gap-y-2">
        <Fact term="Est. Time">{describeWorkTime(milestone.estimated_minutes)}</Fact>
        <Fact term="Hourly Rate">
          <Money cents={milestone.hourly_rate_cents} />
        </Fact>
        <Fact term="Cost">
          <Money cents={milestone.cost_cents} />
        </Fact>
        {showsPaid && (
          <Fact term="Paid?">
            <PaidMark paid={milestone.paid} />
          </Fact>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        <MilestoneButtons milestone={milestone} />
        <MoveButtons milestone={milestone} index={index} />
      </div>
    </li>
  );
}
