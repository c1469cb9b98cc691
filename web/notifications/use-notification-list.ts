import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Notification, NotificationPage } from '#domain/notification.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { usePages, withoutRepeats } from '../api/use-pages.ts';
import { alertError } from '../ui/toasts.tsx';

type Pages = InfiniteData<NotificationPage>;

/** A person's notifications, newest first, and how to mark them as read. */
export function useNotificationList() {
  const queryClient = useQueryClient();
  const list = usePages(keys.notifications(), '/api/notifications');
  const reading = useMutation({
    mutationFn: (which: { ids: string[] } | { until: string }) =>
      api.post('/api/notifications/read', { body: which }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: keys.unread() });
      void queryClient.invalidateQueries({ queryKey: keys.notifications() });
    },
    onError: (cause) => alertError(errorText(cause)),
  });
  const items = list.items && withoutRepeats(list.items);
  return {
    ...list,
    items,
    markRead({ id }: Notification) {
      markInCache(queryClient, (item) => item.id === id);
      reading.mutate({ ids: [id] });
    },
    /** All up to the newest shown one: later ones stay unread. */
    markAllRead() {
      const newest = items?.[0];
      if (!newest) return;
      markInCache(queryClient, () => true);
      reading.mutate({ until: new Date(newest.created_at).toISOString() });
    },
  };
}

/** At once; the next refetch confirms it. */
function markInCache(queryClient: QueryClient, isMeant: (item: Notification) => boolean): void {
  queryClient.setQueryData<Pages>(keys.notifications(), (list) => {
    if (!list) return list;
    const read = (item: Notification) => (isMeant(item) ? { ...item, is_read: true } : item);
    return {
      ...list,
      pages: list.pages.map((page) => ({ ...page, items: page.items.map(read) })),
    };
  });
}
