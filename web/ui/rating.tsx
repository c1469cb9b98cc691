import { Star } from 'lucide-react';
import { cx } from './cx.ts';

interface RatingProps {
  /** 1 to 5; null without a rating. */
  average: number | null;
  count: number;
  className?: string;
}

/** A developer's ratings: '★ 4.5 (12 ratings)'. Nothing without any. */
export function Rating({ average, count, className }: RatingProps) {
  if (average === null || count < 1) return null;
  const words = `${average.toFixed(1)} of 5 stars, ${count} ${count === 1 ? 'rating' : 'ratings'}`;
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className={cx('figures inline-flex items-baseline gap-1 whitespace-nowrap', className)}
    >
      <Star size={14} className="self-center fill-turn text-turn-ink" />
      {average.toFixed(1)} ({count})
    </span>
  );
}
