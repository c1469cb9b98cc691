import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/** Shows what a call answered. A read that began before it would put back what was, and is given up. */
export async function showAnswer<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: Updater<Data | undefined, Data | undefined>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<Data>(queryKey, change);
}
