import { type QueryFunctionContext, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import type { ModerationCounts } from '#domain/moderation.ts';
import { api } from '../api/client.ts';
import { refreshQueues } from '../api/held-queues.ts';
import { keys } from '../api/query-keys.ts';

/** What brings no live event, such as an application, is asked for. */
const REFRESH_MS = 30_000;

/** What waits, how many of each kind and since when. */
export function useModerationCounts() {
  return useQuery({
    queryKey: keys.moderationCounts(),
    queryFn: askForCounts,
    refetchInterval: REFRESH_MS,
  });
}

/** Other counts than before mean that the queues on the screen are out of date too. */
export async function askForCounts({
  client,
  signal,
}: Pick<QueryFunctionContext, 'client' | 'signal'>): Promise<ModerationCounts> {
  const queryKey = keys.moderationCounts();
  const before = client.getQueryData<ModerationCounts>(queryKey);
  const counts = await api.get('/api/moderation/counts', { signal });
  if (before && replaceEqualDeep(before, counts) !== before) {
    refreshQueues(
      () =>
        void client.invalidateQueries({
          queryKey: keys.moderation(),
          predicate: (query) => query.queryKey[1] !== queryKey[1],
        }),
    );
  }
  return counts;
}
