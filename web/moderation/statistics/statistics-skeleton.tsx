import { Skeleton } from '../../ui/skeleton.tsx';

export function StatisticsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-10">
      <span className="sr-only">Loading the statistics</span>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        {Array.from({ length: 6 }, (_, figure) => (
          <Skeleton key={figure} className="h-24" />
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {Array.from({ length: 9 }, (_, chart) => (
          <Skeleton key={chart} className="h-56" />
        ))}
      </div>
    </div>
  );
}
