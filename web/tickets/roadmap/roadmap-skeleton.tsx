import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';

/** The roadmap in its final layout, before anything is known. */
export function RoadmapSkeleton({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <div
        role="status"
        className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_18rem] xl:items-start xl:gap-8"
      >
        <span className="sr-only">Loading the roadmap</span>
        <div className="space-y-6">
          <div className="card space-y-4 p-5">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-2.5 w-full" />
            <SkeletonText lines={4} />
          </div>
          <Skeleton className="h-6 w-60" />
          <div className="card space-y-6 p-5">
            <SkeletonText lines={2} />
            <SkeletonText lines={2} />
            <SkeletonText lines={2} />
          </div>
        </div>
        <div className="space-y-6">
          <div className="card p-5">
            <SkeletonText lines={5} />
          </div>
          <div className="card p-5">
            <SkeletonText lines={6} />
          </div>
        </div>
      </div>
    </>
  );
}
