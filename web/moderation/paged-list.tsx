import type { ReactNode } from 'react';
import { errorText } from '../api/api-error.ts';
import type { Pages } from '../api/use-pages.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { SkeletonCards } from '../ui/skeleton.tsx';

interface PagedListProps<Item extends { id: string }> {
  list: Pages<Item>;
  /** What is loading, for screen readers. */
  loading: string;
  /** What an empty list says. */
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}

/** A list in whatever state it is: loading, failed, empty, or as many as there are. */
export function PagedList<Item extends { id: string }>(props: PagedListProps<Item>) {
  const { list, loading, empty, children } = props;
  const { items } = list;
  return (
    <>
      {list.isPending && <SkeletonCards label={loading} />}
      {list.error && (
        <ErrorBox className="mb-4" text={errorText(list.error)} onRetry={list.refetch} />
      )}
      {items?.length === 0 && <EmptyState>{empty}</EmptyState>}
      {items && items.length > 0 && children(items)}
      <ShowMore list={list} />
    </>
  );
}
