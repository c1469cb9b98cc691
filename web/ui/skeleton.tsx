import { cx } from './cx.ts';

/** A grey block with the size of what loads, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx('block animate-shimmer rounded-sm bg-wait-soft', className)} />
  );
}

export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <span aria-hidden className="block space-y-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cx('h-3.5', line === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </span>
  );
}

interface SkeletonCardsProps {
  count?: number;
  /** For screen readers. */
  label?: string;
  className?: string;
}

/** A loading list of cards. */
export function SkeletonCards({ count = 3, label = 'Loading', className }: SkeletonCardsProps) {
  return (
    <div role="status" className={cx('space-y-3', className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, card) => (
        <div key={card} className="card space-y-3 p-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-2.5 w-full" />
          <SkeletonText lines={2} />
        </div>
      ))}
    </div>
  );
}
