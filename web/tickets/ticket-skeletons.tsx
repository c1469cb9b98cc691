import { Skeleton } from '../ui/skeleton.tsx';
import { gridLook } from './ticket-grid.tsx';

/** Loading cards in their final size. */
export function TicketSkeletons({ label }: { label: string }) {
  return (
    <div role="status" className={gridLook}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: 6 }, (_, card) => (
        <div key={card} aria-hidden className="card flex flex-col gap-1.5 p-2.5 sm:gap-2 sm:p-3">
          <Skeleton className="h-4.5 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="mt-1.5 h-2.5 w-full" />
          <div className="flex min-h-11 items-center justify-between gap-3">
            <Skeleton className="h-4.5 w-1/2" />
            <Skeleton className="h-8 w-24" />
          </div>
        </div>
      ))}
    </div>
  );
}
