import { Button } from './button.tsx';
import { cx } from './cx.ts';

interface ShowMoreProps {
  list: { hasMore: boolean; isLoadingMore: boolean; loadMore: () => void };
  /** For other places than below cards. */
  className?: string;
}

/** Loads more of a list. */
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
