import type { ReactNode } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { cx } from '../../ui/cx.ts';
import { Money } from '../../ui/money.tsx';
import { MilestoneButtons } from './milestone-buttons.tsx';
import { DragHandle, MoveButtons } from './milestone-mover.tsx';
import { MilestoneBrief, MilestoneTime } from './milestone-state.tsx';
import { MilestoneTitle } from './milestone-title.tsx';
import { rowStyle, useOrder } from './order-context.ts';
import { PaidMark, showsPaidColumn } from './paid-mark.tsx';
import { usePlan } from './plan-context.ts';
import { planMoney } from './plan-money.ts';
import { totalLines } from './total-lines.ts';
import { draggedList, draggedRow } from './use-drag.ts';

export function MilestoneTable() {
  const { ticket, milestones, totalCents } = usePlan();
  const showsPaid = showsPaidColumn(ticket);
  const span = showsPaid ? 3 : 2;
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
        <tbody {...draggedList}>
          {milestones.map((milestone, index) => (
            <Row key={milestone.id} {...{ milestone, index, showsPaid }} />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-edge font-semibold">
            <th scope="row" className="py-3 pr-3 pl-5 text-left">
              Total
            </th>
            <td className="figures px-2 py-3 font-normal whitespace-nowrap text-ink-soft">
              {describeWorkTime(milestones.reduce((sum, one) => sum + one.estimated_minutes, 0))}
            </td>
            <td />
            <td className="px-2 py-3 text-right">
              <Money cents={totalCents} />
            </td>
            <td colSpan={span} />
          </tr>
          <TotalRows span={span} />
        </tfoot>
      </table>
    </div>
  );
}

interface RowProps {
  milestone: Milestone;
  index: number;
  showsPaid: boolean;
}

function Row({ milestone, index, showsPaid }: RowProps) {
  const drag = useOrder()?.drag ?? null;
  return (
    <tr
      {...draggedRow}
      style={rowStyle(drag, index)}
      className="border-b border-line align-top last:border-b-0"
    >
      <td className="min-w-36 py-3 pr-3 pl-5 lg:w-full lg:min-w-48">
        <div className="flex gap-1">
          <DragHandle index={index} />
          <div className="min-w-0 flex-1">
            <MilestoneTitle milestone={milestone} />
            <MilestoneTime milestone={milestone} />
          </div>
        </div>
      </td>
      <Cell>{describeWorkTime(milestone.estimated_minutes)}</Cell>
      <Cell right>
        <Money cents={milestone.hourly_rate_cents} />
      </Cell>
      <Cell right>
        <Money cents={milestone.cost_cents} />
      </Cell>
      <Cell>
        <MilestoneBrief milestone={milestone} />
      </Cell>
      {showsPaid && (
        <Cell>
          <PaidMark paid={milestone.paid} />
        </Cell>
      )}
      <td className="py-2 pr-5 pl-2">
        <div className="flex flex-wrap gap-1.5 whitespace-nowrap lg:w-max lg:max-w-37 3xl:max-w-72">
          <MilestoneButtons milestone={milestone} />
          <MoveButtons milestone={milestone} index={index} />
        </div>
      </td>
    </tr>
  );
}

/** The parts of the total, where it has several. */
function TotalRows({ span }: { span: number }) {
  const { ticket, milestones } = usePlan();
  return totalLines(ticket.relation, planMoney(milestones)).map(({ term, cents, off }) => (
    <tr key={term} className="text-2xs text-ink-soft last:[&>*]:pb-3">
      <th scope="row" colSpan={3} className="pr-3 pb-1 pl-5 text-left font-normal">
        {term}
      </th>
      <td className="px-2 pb-1 text-right">
        {off && '−'}
        <Money cents={cents} />
      </td>
      <td colSpan={span} />
    </tr>
  ));
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
      className={cx('px-2 py-2.5 font-medium whitespace-nowrap', right && 'text-right', className)}
    >
      {children}
    </th>
  );
}

function Cell({ right = false, children }: CellProps) {
  return (
    <td className={cx('figures px-2 py-3.5 whitespace-nowrap', right && 'text-right')}>
      {children}
    </td>
  );
}
