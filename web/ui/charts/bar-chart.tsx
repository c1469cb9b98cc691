import { ChartFrame, type ChartProps, topOf } from './chart.tsx';

/** Share of its place that a bar fills. */
const WIDTH = 0.72;
/** Small values stay visible. */
const LEAST = 1.5;

/** Amounts side by side, such as one per day. */
export function BarChart(props: ChartProps) {
  const { points, format } = props;
  const top = topOf(points);
  const place = 100 / Math.max(1, points.length);
  return (
    <ChartFrame {...props} top={top}>
      {points.map(({ label, value }, index) => {
        if (!value) return null;
        const height = Math.max(LEAST, (value / top) * 100);
        return (
          <rect
            key={label}
            x={place * (index + (1 - WIDTH) / 2)}
            y={100 - height}
            width={place * WIDTH}
            height={height}
            className="fill-go"
          >
            <title>{`${label}: ${format(value)}`}</title>
          </rect>
        );
      })}
    </ChartFrame>
  );
}
