import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { ErrorBox } from './error-box.tsx';

interface ShowMoreProps {
  list: {
    hasMore: boolean;
    isLoadingMore: boolean;
    moreError?: Error | null;
    loadMore: () => void;
  };
  /** For other places than below cards. */
  className?: string;
}

/** Loads more of a list. What keeps it from coming is said here: the top of a long list is out of sight. */
export function ShowMore({ list, className = 'mt-4' }: ShowMoreProps) {
  if (!list.hasMore) return null;
  return (
    <div className={cx('space-y-3 text-center', className)}>
      <ErrorBox text={list.moreError?.message} className="text-start" />
      <Button pending={list.isLoadingMore} onClick={list.loadMore}>
        Show More
      </Button>
    </div>
  );
}
