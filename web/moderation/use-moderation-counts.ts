import { type QueryFunctionContext, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import type { ModerationCounts } from '#domain/moderation.ts';
import { api, firstAnswerOf } from '../api/client.ts';
import { refreshQueues } from '../api/held-queues.ts';
import { keys } from '../api/query-keys.ts';

/** Some changes, such as applications, send no live event. */
const REFRESH_MS = 30_000;

/** What waits, by kind, and since when. */
export function useModerationCounts() {
  return useQuery({
    queryKey: keys.moderationCounts(),
    queryFn: askForCounts,
    initialData: () => firstAnswerOf('/api/moderation/counts'),
    refetchInterval: REFRESH_MS,
  });
}

/** Changed counts mean that the visible queues are out of date too. */
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
