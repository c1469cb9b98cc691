import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Shows what a call answered. A read that began before it would put back what was, and is given up; where
 * the answer changes a part alone, it is made again for the rest.
 */
export async function showAnswer<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: Updater<Data | undefined, Data | undefined>,
): Promise<void> {
  const isPart = typeof change === 'function';
  const again = isPart && queryClient.isFetching({ queryKey, exact: true }) > 0;
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<Data>(queryKey, change);
  if (again) void queryClient.invalidateQueries({ queryKey, exact: true });
}
