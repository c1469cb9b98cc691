import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';

/** One's own alerts about new requests; of unblockers alone. */
export function useAlerts({ enabled = true } = {}) {
  return useQuery({
    queryKey: keys.alerts(),
    queryFn: ({ signal }) => api.get('/api/me/alerts', { signal }),
    select: ({ items }) => items,
    enabled,
  });
}
