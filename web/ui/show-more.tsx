import { Button } from './button.tsx';
import { cx } from './cx.ts';

interface ShowMoreProps {
  list: { hasMore: boolean; isLoadingMore: boolean; loadMore: () => void };
  /** Where it stands, other than below cards. */
  className?: string;
}

/** Below a list that is not yet shown to its end. */
export function ShowMore({ list, className = 'mt-4' }: ShowMoreProps) {
  if (!list.hasMore) return null;
  return (
    <div className={cx('text-center', className)}>
      <Button pending={list.isLoadingMore} onClick={list.loadMore}>
        Show More
      </Button>
    </div>
  );
}
