import type { Earnings } from '#domain/earnings.ts';
import { cx } from '../ui/cx.ts';
import { Money } from '../ui/money.tsx';
import { MonthChart } from './month-chart.tsx';
import { monthName } from './month-names.ts';

/** The last twelve months as a chart and in numbers. */
export function MonthlyEarnings({ months }: { months: Earnings['months'] }) {
  return (
    <section aria-labelledby="by-month">
      <h2 id="by-month" className="mb-1 text-xl">
        By Month
      </h2>
      <p className="mb-3 text-2xs text-ink-soft">Days and months are in UTC.</p>
      <div className="card grid grid-cols-[minmax(0,1fr)] gap-6 p-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <div>
          <Legend />
          <MonthChart months={months} />
        </div>
        <div className="@container overflow-x-auto">
          <MonthTable months={months} />
        </div>
      </div>
    </section>
  );
}

function Legend() {
  return (
    <p aria-hidden className="mb-4 flex gap-5 text-2xs text-ink-soft">
      <span className="inline-flex items-center gap-2">
        <span className="size-3 rounded-[2px] bg-go forced-color-adjust-none" /> Earned
      </span>
      <span className="inline-flex items-center gap-2">
        <span className="size-3 rounded-[2px] border border-edge bg-wait-soft" /> Paid out
      </span>
    </p>
  );
}

/** Where three columns do not fit, as with large letters, each amount stands under its month. */
function MonthTable({ months }: { months: Earnings['months'] }) {
  return (
    <table className="w-full self-start text-sm @max-3xs:block">
      <caption className="sr-only">Earned and paid out by month, newest first</caption>
      <thead className="@max-3xs:hidden">
        <tr className="border-b border-line text-2xs text-ink-soft">
          <th scope="col" className={cx(cell, 'text-left font-medium')}>
            Month
          </th>
          <th scope="col" className={cx(cell, 'text-right font-medium')}>
            Earned
          </th>
          <th scope="col" className={cx(cell, 'text-right font-medium')}>
            Paid Out
          </th>
        </tr>
      </thead>
      <tbody className="@max-3xs:block">
        {months.toReversed().map(({ month, earned_cents, paid_out_cents }) => (
          <tr key={month} className="border-b border-line last:border-b-0 @max-3xs:block">
            <th scope="row" className={cx(cell, 'text-left font-normal @max-3xs:font-medium')}>
              {monthName(month)}
            </th>
            <Amount term="Earned" cents={earned_cents} />
            <Amount term="Paid Out" cents={paid_out_cents} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Amount({ term, cents }: { term: string; cents: number }) {
  return (
    <td className={cx(cell, 'text-right @max-3xs:flex-wrap @max-3xs:justify-between')}>
      <span className="hidden text-ink-soft @max-3xs:inline">{term}</span>
      <Money cents={cents} />
    </td>
  );
}

// Beside its term an amount keeps its place at the end.
const cell = 'py-1.5 not-last:pr-3 @max-3xs:flex @max-3xs:gap-x-3 @max-3xs:px-0 @max-3xs:py-1';
