import type { ReactNode } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { Money } from '../ui/money.tsx';
import { MilestoneButtons } from './milestone-buttons.tsx';
import { MilestoneState } from './milestone-state.tsx';
import { MilestoneTitle } from './milestone-title.tsx';
import { PaidMark } from './paid-mark.tsx';
import { usePlan } from './plan-context.ts';

/** The plan on phones: what the table says, one card per milestone. */
export function MilestoneCards() {
  const { ticket, milestones, totalCents } = usePlan();
  const showsPaid = ticket.relation !== 'customer';
  return (
    <>
      <ul aria-labelledby="plan" className="space-y-3">
        {milestones.map((milestone) => (
          <Card key={milestone.id} milestone={milestone} showsPaid={showsPaid} />
        ))}
      </ul>
      <p className="mt-3 flex justify-between border-t border-edge px-4 pt-3 font-semibold">
        <span>Total</span>
        <Money cents={totalCents} />
      </p>
    </>
  );
}

function Card({ milestone, showsPaid }: { milestone: Milestone; showsPaid: boolean }) {
  return (
    <li className="card space-y-2 p-4 text-sm">
      <div>
        <MilestoneState milestone={milestone} />
      </div>
      <div>
        <MilestoneTitle milestone={milestone} />
      </div>
      <dl className="flex flex-wrap justify-between gap-x-3 gap-y-2">
        <Entry term="Est. Time">{describeWorkTime(milestone.estimated_minutes)}</Entry>
        <Entry term="Hourly Rate">
          <Money cents={milestone.hourly_rate_cents} />
        </Entry>
        <Entry term="Cost">
          <Money cents={milestone.cost_cents} />
        </Entry>
        {showsPaid && (
          <Entry term="Paid?">
            <PaidMark paid={milestone.paid} />
          </Entry>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        <MilestoneButtons milestone={milestone} />
      </div>
    </li>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-2xs text-ink-soft">{term}</dt>
      <dd className="figures mt-0.5">{children}</dd>
    </div>
  );
}
