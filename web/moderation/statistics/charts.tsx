import { type ReactNode, useId } from 'react';
import { formatCents } from '#domain/money.ts';
import type { Statistics, StatisticsPeriod } from '#domain/statistics.ts';
import { ticketGroups, ticketStatuses } from '#domain/ticket-status.ts';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import type { ChartPoint } from '../../ui/charts/chart.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import {
  acceptance,
  duration,
  percent,
  periodLabel,
  plain,
  reportAgeWords,
} from './figure-words.ts';

const dollars = (cents: number) => formatCents(cents, { whole: true });

/** The statistics over time; each chart has its numbers as a table. */
export function Charts({ statistics }: { statistics: Statistics }) {
  const { periods, step_days, open_reports } = statistics;
  const of = step_days === 1 ? 'Day' : 'Week from';
  const over = (value: (period: StatisticsPeriod) => number | null): ChartPoint[] =>
    periods.map((period) => ({ label: periodLabel(period.from), value: value(period) }));
  const counted = { of, format: plain };
  return (
    <>
      <Group title="Requests" note={`How many stood there at the end of each ${unit(step_days)}.`}>
        {ticketGroups.open.map((status) => (
          <BarChart
            key={status}
            {...counted}
            title={ticketStatuses[status].label}
            points={over(({ requests }) => requests[status])}
          />
        ))}
        <BarChart {...counted} title="New requests" points={over(({ posted }) => posted)} />
        <BarChart {...counted} title="Approved" points={over(({ approved }) => approved)} />
        <BarChart {...counted} title="Rejected" points={over(({ rejected }) => rejected)} />
      </Group>
      <Group title="Waiting" note="Half of them waited less, half of them longer.">
        <LineChart
          {...{ of, format: duration, title: 'Time to grab' }}
          points={over(({ grab }) => grab.median_minutes)}
        />
        <LineChart
          {...{ of, format: duration, title: 'Time to plan' }}
          points={over(({ plan }) => plan.median_minutes)}
        />
        <LineChart
          {...{ of, format: duration, title: 'Time to first reply' }}
          points={over(({ reply }) => reply.median_minutes)}
        />
      </Group>
      <Group title="Money" note="What the ledger says.">
        <BarChart
          {...{ of, format: dollars, title: 'Held', note: 'Paid in by customers' }}
          points={over(({ held_cents }) => held_cents)}
        />
        <BarChart
          {...{ of, format: dollars, title: 'Released', note: 'Earned, fee included' }}
          points={over(({ released_cents }) => released_cents)}
        />
        <BarChart
          {...{ of, format: dollars, title: 'Returned', note: 'Went back to customers' }}
          points={over(({ returned_cents }) => returned_cents)}
        />
      </Group>
      <Group title="Trust">
        <LineChart
          {...{ of, format: percent, full: 1 }}
          {...{ title: 'Acceptance rate', note: 'Deliveries accepted, of all answered' }}
          points={over(acceptance)}
        />
        <BarChart
          {...{ of: 'Age', format: plain }}
          {...{ title: 'Open reports by age', note: 'How long they have waited' }}
          points={open_reports.map(({ age, count }) => ({
            label: reportAgeWords[age],
            value: count,
          }))}
        />
      </Group>
    </>
  );
}

function unit(stepDays: number): string {
  return stepDays === 1 ? 'day' : 'week';
}

interface GroupProps {
  title: string;
  note?: string;
  children: ReactNode;
}

function Group({ title, note, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {note && <p className="mt-1 text-sm text-ink-soft">{note}</p>}
      <div className="mt-4 grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
    </section>
  );
}
