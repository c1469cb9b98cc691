import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

const awaited = new WeakSet<Query>();

/**
 * What was read under this key, or everything, is out of date. A first answer that is still on its
 * way counts: it may have been given before the change, so it is asked for again when it is there.
 */
export function askAnew(queryClient: QueryClient, queryKey?: QueryKey): void {
  askOnceAnswered(queryClient, queryKey, ({ state }) => state.data === undefined);
  void queryClient.invalidateQueries(queryKey && { queryKey });
}

/** Asks again for what is being asked for at this moment, as its answer may be older than now. */
export function askOnceAnswered(
  queryClient: QueryClient,
  queryKey?: QueryKey,
  which: (query: Query) => boolean = () => true,
): void {
  const asking = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  for (const query of asking) {
    if (awaited.has(query) || !which(query)) continue;
    awaited.add(query);
    const again = () => {
      awaited.delete(query);
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    query.promise?.then(again, again);
  }
}
