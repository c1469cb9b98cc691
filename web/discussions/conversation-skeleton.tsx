import { cx } from '../ui/cx.ts';
import { Skeleton, SkeletonText } from '../ui/skeleton.tsx';

/** A thread that is still loading. */
export function ConversationSkeleton({ className }: { className?: string }) {
  return (
    <div
      role="status"
      className={cx(
        'flex min-h-0 flex-col border-line bg-surface md:rounded-r md:border-y md:border-r',
        className,
      )}
    >
      <span className="sr-only">Loading the conversation</span>
      <div className="flex items-center gap-3 border-b border-line p-4">
        <Skeleton className="size-9" />
        <Skeleton className="h-4 w-40" />
      </div>
      <ThreadSkeleton />
    </div>
  );
}

export function ThreadSkeleton() {
  return (
    <div aria-hidden className="space-y-8 p-4 md:p-6">
      <SkeletonText lines={3} />
      <div className="w-2/3">
        <SkeletonText lines={2} />
      </div>
      <div className="ml-auto w-1/2">
        <SkeletonText lines={2} />
      </div>
    </div>
  );
}
