import type { ReactNode } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { cx } from '../ui/cx.ts';
import { Money } from '../ui/money.tsx';
import { MilestoneButtons } from './milestone-buttons.tsx';
import { MilestoneState } from './milestone-state.tsx';
import { MilestoneTitle } from './milestone-title.tsx';
import { PaidMark } from './paid-mark.tsx';
import { usePlan } from './plan-context.ts';

export function MilestoneTable() {
  const { ticket, milestones, totalCents } = usePlan();
  const showsPaid = ticket.relation !== 'customer';
  return (
    <div className="card overflow-x-auto">
      <table aria-labelledby="plan" className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-left text-2xs text-ink-soft">
            <Head className="pl-5">Title</Head>
            <Head>Est. Time</Head>
            <Head right>Hourly Rate</Head>
            <Head right>Cost</Head>
            <Head>Status</Head>
            {showsPaid && <Head>Paid?</Head>}
            <Head className="pr-5">Actions</Head>
          </tr>
        </thead>
        <tbody>
          {milestones.map((milestone) => (
            <Row key={milestone.id} milestone={milestone} showsPaid={showsPaid} />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-edge font-semibold">
            <th scope="row" className="py-3 pr-3 pl-5 text-left">
              Total
            </th>
            <td className="figures px-3 py-3 font-normal whitespace-nowrap text-ink-soft">
              {describeWorkTime(milestones.reduce((sum, one) => sum + one.estimated_minutes, 0))}
            </td>
            <td />
            <td className="px-3 py-3 text-right">
              <Money cents={totalCents} />
            </td>
            <td colSpan={showsPaid ? 3 : 2} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Row({ milestone, showsPaid }: { milestone: Milestone; showsPaid: boolean }) {
  return (
    <tr className="border-b border-line align-top last:border-b-0">
      <td className="min-w-36 py-3 pr-3 pl-5 lg:min-w-48">
        <MilestoneTitle milestone={milestone} />
      </td>
      <Cell>{describeWorkTime(milestone.estimated_minutes)}</Cell>
      <Cell right>
        <Money cents={milestone.hourly_rate_cents} />
      </Cell>
      <Cell right>
        <Money cents={milestone.cost_cents} />
      </Cell>
      <Cell>
        <MilestoneState milestone={milestone} />
      </Cell>
      {showsPaid && (
        <Cell>
          <PaidMark paid={milestone.paid} />
        </Cell>
      )}
      <td className="py-2 pr-5 pl-3">
        <div className="flex flex-wrap gap-1.5 lg:w-max lg:max-w-48">
          <MilestoneButtons milestone={milestone} />
        </div>
      </td>
    </tr>
  );
}

interface CellProps {
  right?: boolean;
  className?: string;
  children: ReactNode;
}

function Head({ right = false, className, children }: CellProps) {
  return (
    <th
      scope="col"
      className={cx('px-3 py-2.5 font-medium whitespace-nowrap', right && 'text-right', className)}
    >
      {children}
    </th>
  );
}

function Cell({ right = false, children }: CellProps) {
  return (
    <td className={cx('figures px-3 py-3.5 whitespace-nowrap', right && 'text-right')}>
      {children}
    </td>
  );
}
