import { type ReactNode, useId } from 'react';

/** One value of a series; null where there is none, such as a median of nothing. */
export interface ChartPoint {
  /** Such as a day: in the table, and under the ends of the axis. */
  label: string;
  value: number | null;
}

export interface ChartProps {
  title: string;
  /** Its meaning, in a few words. */
  note?: string;
  points: readonly ChartPoint[];
  format: (value: number) => string;
  /** The heading of the table's first column. */
  of: string;
}

interface ChartFrameProps extends ChartProps {
  /** The value at the top of the chart. */
  top: number;
  /** The drawing, in a box of 100 by 100 that is stretched. */
  children: ReactNode;
}

/** The frame of all charts: heading, top value, ends of the axis, and the numbers as a table. */
export function ChartFrame({ title, note, points, format, of, top, children }: ChartFrameProps) {
  const id = useId();
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const summary =
    known.length === 0
      ? 'Nothing yet.'
      : `From ${format(Math.min(...known))} to ${format(Math.max(...known))}.`;
  return (
    <figure aria-labelledby={`${id}-title`} className="card flex min-w-0 flex-col p-4">
      <figcaption>
        <h3 id={`${id}-title`} className="font-sans text-sm font-medium tracking-normal">
          {title}
        </h3>
        {note && <p className="text-2xs text-ink-soft">{note}</p>}
      </figcaption>
      <p aria-hidden className="figures mt-3 text-2xs text-ink-soft">
        {known.length === 0 ? 'Nothing yet' : format(top)}
      </p>
      <svg
        role="img"
        aria-label={`${title}. ${summary}`}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="h-28 w-full border-t border-b border-line"
      >
        {children}
      </svg>
      <p aria-hidden className="flex justify-between gap-2 pt-1 text-2xs text-ink-soft">
        <span>{points[0]?.label}</span>
        <span>{points.length > 1 && points.at(-1)?.label}</span>
      </p>
      <ChartTable title={title} points={points} format={format} of={of} />
    </figure>
  );
}

/** The same numbers as a table, for screen readers and everyone who prefers it. */
function ChartTable({ title, points, format, of }: Omit<ChartProps, 'note'>) {
  return (
    <details className="mt-2 text-sm">
      <summary className="link flex min-h-11 w-fit cursor-pointer items-center text-2xs md:min-h-6">
        Numbers<span className="sr-only">: {title}</span>
      </summary>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="mt-2 max-h-64 overflow-y-auto -outline-offset-2"
      >
        <table className="w-full text-left text-2xs">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-line text-ink-soft">
              <th scope="col" className="py-1 font-medium">
                {of}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {title}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value }) => (
              <tr key={label} className="border-b border-line last:border-0">
                <th scope="row" className="py-1 font-normal">
                  {label}
                </th>
                <td className="figures py-1 text-right">{value === null ? '–' : format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The largest value; at least 1, so that a chart has a height. */
export function topOf(points: readonly ChartPoint[]): number {
  return Math.max(0, ...points.map(({ value }) => value ?? 0)) || 1;
}
