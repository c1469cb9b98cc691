import type { Earnings } from '#domain/earnings.ts';
import { formatCents } from '#domain/money.ts';
import { cx } from '../ui/cx.ts';
import { monthName, monthShort, monthsLater } from './month-names.ts';
import { scaleFor } from './month-scale.ts';

type Month = Earnings['months'][number];

const LOW = 240;
/** Taller beside a long table. */
const HIGH = 360;
const TOP = 8;
/** Room for the names of the months. */
const BOTTOM = 26;
/** So that the first month does not fill the chart. */
const FEWEST_MONTHS = 6;
/** More names do not fit side by side on a phone. */
const NAMES_ON_A_PHONE = 6;

/** Two bars per month. Hidden from screen readers: the table beside it says the same. */
export function MonthChart({ months }: { months: Month[] }) {
  const scale = scaleFor(
    months.flatMap(({ earned_cents, paid_out_cents }) => [earned_cents, paid_out_cents]),
  );
  const height = months.length > FEWEST_MONTHS ? HIGH : LOW;
  const y = (cents: number) =>
    TOP + ((scale.to - cents) / (scale.to - scale.from)) * (height - TOP - BOTTOM);
  const shown = withMonthsBefore(months);
  return (
    <div className="pl-[3rem]">
      <svg aria-hidden="true" width="100%" height={height} className="block overflow-visible">
        {scale.ticks.map((tick) => (
          <Line key={tick} cents={tick} y={y(tick)} />
        ))}
        {shown.map((month, index) => (
          <Bars key={month.month} {...{ month, index, y, height }} slots={shown.length} />
        ))}
      </svg>
    </div>
  );
}

function withMonthsBefore(months: Month[]): Month[] {
  const first = months[0]?.month;
  if (first === undefined) return [];
  const missing = Math.max(0, FEWEST_MONTHS - months.length);
  const before = Array.from({ length: missing }, (_, index) => ({
    month: monthsLater(first, index - missing),
    earned_cents: 0,
    paid_out_cents: 0,
  }));
  return [...before, ...months];
}

/** '$1.5K': the table has the exact number. */
const round = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});

function Line({ cents, y }: { cents: number; y: number }) {
  return (
    <>
      <line
        x1="0"
        x2="100%"
        y1={y}
        y2={y}
        className={cents === 0 ? 'stroke-edge' : 'stroke-line'}
      />
      <text x="-8" y={y + 4} textAnchor="end" className="figures fill-ink-soft text-2xs">
        {round.format(cents / 100)}
      </text>
    </>
  );
}

interface BarsProps {
  month: Month;
  index: number;
  slots: number;
  height: number;
  y: (cents: number) => number;
}

function Bars({ month, index, slots, height, y }: BarsProps) {
  const { earned_cents, paid_out_cents } = month;
  const across = (part: number) => `${((index + part) / slots) * 100}%`;
  const width = `${(0.3 / slots) * 100}%`;
  const hidden = slots > NAMES_ON_A_PHONE && index % 2 !== (slots - 1) % 2;
  return (
    <g>
      <title>
        {`${monthName(month.month)}: earned ${formatCents(earned_cents)}, paid out ${formatCents(paid_out_cents)}`}
      </title>
      <rect x={across(0)} y={0} width={`${100 / slots}%`} height={height} fill="transparent" />
      <Bar x={across(0.18)} {...{ width, y }} cents={earned_cents} className="fill-go" />
      <Bar
        {...{ width, y }}
        x={across(0.52)}
        cents={paid_out_cents}
        className="fill-wait-soft stroke-edge"
      />
      <text
        x={across(0.5)}
        y={height - 6}
        textAnchor="middle"
        className={cx('fill-ink-soft text-2xs', hidden && 'max-sm:hidden')}
      >
        {monthShort(month.month)}
      </text>
    </g>
  );
}

interface BarProps {
  x: string;
  width: string;
  y: (cents: number) => number;
  cents: number;
  className: string;
}

/** Upwards, or downwards where more was taken back than earned. */
function Bar({ x, width, y, cents, className }: BarProps) {
  if (cents === 0) return null;
  const [zero, end] = [y(0), y(cents)];
  // Even a cent is visible.
  const height = Math.max(2, Math.abs(zero - end));
  return <rect {...{ x, width, height, className }} y={cents > 0 ? zero - height : zero} rx="2" />;
}
