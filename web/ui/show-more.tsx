import { Button } from './button.tsx';

interface ShowMoreProps {
  list: { hasMore: boolean; isLoadingMore: boolean; loadMore: () => void };
}

/** Below a list that is not yet shown to its end. */
export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasMore) return null;
  return (
    <div className="mt-4 text-center">
      <Button pending={list.isLoadingMore} onClick={list.loadMore}>
        Show More
      </Button>
    </div>
  );
}
