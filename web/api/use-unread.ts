import { useQuery } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './query-keys.ts';

interface Unread {
  /** Messages, in all discussions. */
  count: number;
  notifications: number;
}

const NONE_YET: Unread = { count: 0, notifications: 0 };

/** How much waits to be read; nothing until it is known. */
export function useUnread(): Unread {
  const { data } = useQuery({
    queryKey: keys.unread(),
    queryFn: ({ signal }) => api.get('/api/me/unread', { signal }),
  });
  return data ?? NONE_YET;
}

export function shownCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}
