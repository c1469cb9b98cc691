import { Skeleton } from '../ui/skeleton.tsx';

const FIGURES = ['held', 'available', 'paid out'];
const ROWS = ['first', 'second', 'third', 'fourth'];

/** The page in its final layout, while it loads. */
export function EarningsSkeleton() {
  return (
    <div role="status" className="space-y-8">
      <span className="sr-only">Loading your earnings</span>
      <div className="card grid divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        {FIGURES.map((figure) => (
          <div key={figure} className="space-y-2.5 px-5 py-4">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-8 w-32" />
            <Skeleton className="h-3 w-44" />
          </div>
        ))}
      </div>
      <div className="card p-5">
        <Skeleton className="h-56 w-full" />
      </div>
      <div className="card divide-y divide-line">
        {ROWS.map((row) => (
          <div key={row} className="flex justify-between gap-4 px-5 py-4">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-20" />
          </div>
        ))}
      </div>
    </div>
  );
}
