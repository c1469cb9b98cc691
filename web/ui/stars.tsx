import { Star } from 'lucide-react';
import { cx } from './cx.ts';

/** A rating: '4 of 5 stars'. */
export function Stars({ count }: { count: number }) {
  return (
    <span role="img" aria-label={`${count} of 5 stars`} className="inline-flex gap-0.5">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          size={18}
          className={cx(star <= count ? 'fill-turn text-turn-ink' : 'text-edge')}
        />
      ))}
    </span>
  );
}
