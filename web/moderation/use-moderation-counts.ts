import { useQuery } from '@tanstack/react-query';
import type { ModerationCounts } from '#domain/moderation.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';

/** Live events go to the two sides of a request; moderators ask. */
const REFRESH_MS = 30_000;

/** What waits, how many of each kind and since when. */
export function useModerationCounts() {
  return useQuery({
    queryKey: keys.moderationCounts(),
    queryFn: ({ signal }) => api.get<ModerationCounts>('/api/moderation/counts', { signal }),
    refetchInterval: REFRESH_MS,
  });
}
