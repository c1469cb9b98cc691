import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { keys } from './query-keys.ts';

const awaited = new WeakSet<Query>();
const all = () => true;

/**
 * What was read under this key, or everything, is out of date; resolves once what is on the screen
 * was read again. A first answer that is still on its way counts: it may have been given before the
 * change, so it is asked for again when it is there.
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
  return queryClient.invalidateQueries(
    queryKey && { queryKey, ...(which !== all && { predicate: which }) },
  );
}

/** Everything that was read of a request is out of date, and so is every list that it stands in. */
export async function invalidateTicket(queryClient: QueryClient, id: string): Promise<void> {
  // What is earned and held follows the steps of requests.
  const changed = [keys.ticket(id), keys.tickets(), keys.earnings()];
  await Promise.all(changed.map((queryKey) => invalidate(queryClient, queryKey)));
}

/** Asks again for what is being asked for at this moment, as its answer may be older than now. */
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
