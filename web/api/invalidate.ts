import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { keys } from './query-keys.ts';

const awaited = new WeakSet<Query>();
const all = () => true;

/**
 * Invalidates what was read under this key, or everything; resolves once visible queries were
 * refetched. A first answer on its way may be older than the change, so it is refetched when it
 * arrives.
 */
export function invalidate(
  queryClient: QueryClient,
  queryKey?: QueryKey,
  which: (query: Query) => boolean = all,
): Promise<void> {
  refetchOnceAnswered(
    queryClient,
    queryKey,
    (query) => query.state.data === undefined && which(query),
  );
  return queryClient.invalidateQueries({
    ...(queryKey && { queryKey }),
    ...(which !== all && { predicate: which }),
  });
}

/** Invalidates a request and all lists that contain it. */
export async function invalidateTicket(queryClient: QueryClient, id: string): Promise<void> {
  // Earnings follow the steps of requests.
  const changed = [keys.ticket(id), keys.tickets(), keys.earnings()];
  await Promise.all(changed.map((queryKey) => invalidate(queryClient, queryKey)));
}

/** Refetches running queries, whose answers may be out of date. */
export function refetchOnceAnswered(
  queryClient: QueryClient,
  queryKey?: QueryKey,
  which: (query: Query) => boolean = all,
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
