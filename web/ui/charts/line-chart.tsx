import { ChartFrame, type ChartPoint, type ChartProps, topOf } from './chart.tsx';

interface LineChartProps extends ChartProps {
  /** The value at the top, where it is fixed, such as 100%. */
  full?: number;
}

/** A value over time; the line breaks where there is none. */
export function LineChart({ full, ...props }: LineChartProps) {
  const { points } = props;
  const top = full ?? topOf(points);
  return (
    <ChartFrame {...props} top={top}>
      {stretches(points).map((stretch) => (
        <path
          key={stretch[0]?.index}
          d={pathOf(stretch, { top, count: points.length })}
          fill="none"
          vectorEffect="non-scaling-stroke"
          strokeWidth={2}
          strokeLinecap="round"
          className="stroke-go"
        />
      ))}
    </ChartFrame>
  );
}

interface Known {
  index: number;
  value: number;
}

/** Runs of neighbouring values. */
function stretches(points: readonly ChartPoint[]): Known[][] {
  const runs: Known[][] = [];
  for (const [index, { value }] of points.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last && last.at(-1)?.index === index - 1) last.push({ index, value });
    else runs.push([{ index, value }]);
  }
  return runs;
}

/** A single value is a short dash, as a line without length is invisible. */
function pathOf(stretch: readonly Known[], { top, count }: { top: number; count: number }): string {
  const place = 100 / Math.max(1, count);
  const y = (value: number) => 100 - (Math.min(value, top) / top) * 98 - 1;
  const at = ({ index, value }: Known) => `${place * (index + 0.5)} ${y(value)}`;
  const [first] = stretch;
  if (first && stretch.length === 1) {
    return `M${place * (first.index + 0.2)} ${y(first.value)}h${place * 0.6}`;
  }
  return `M${stretch.map(at).join('L')}`;
}
