import { cx } from '../ui/cx.ts';

interface Point {
  title: string;
  text: string;
}

interface PointsProps {
  points: Point[];
  columns: 2 | 3;
  /** The heading level of the titles. */
  level?: 2 | 3;
}

/** Statements side by side, each with the open block of the logo. */
export function Points({ points, columns, level = 3 }: PointsProps) {
  const Heading = `h${level}` as const;
  return (
    <ul
      className={cx(
        'grid content-start gap-8',
        columns === 3 ? 'md:grid-cols-3' : 'sm:grid-cols-2',
      )}
    >
      {points.map((point) => (
        <li key={point.title} className="flex gap-4">
          <span aria-hidden className="relative mt-1.5 block size-5 shrink-0">
            <span className="absolute bottom-0 left-0 size-3 rounded-[2px] bg-ink" />
            <span className="absolute top-0 right-0 size-2.5 rounded-[2px] bg-go" />
          </span>
          <div>
            <Heading className="text-lg">{point.title}</Heading>
            <p className="mt-1 leading-relaxed text-ink-soft">{point.text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
