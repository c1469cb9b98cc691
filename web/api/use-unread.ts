import { useQuery } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './keys.ts';

/** How many messages wait to be read, in all discussions; 0 until it is known. */
export function useUnread(): number {
  const { data } = useQuery({
    queryKey: keys.unread(),
    queryFn: ({ signal }) => api.get<{ count: number }>('/api/me/unread', { signal }),
  });
  return data?.count ?? 0;
}

export function shownCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}
