import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Link } from 'react-router';
import type { Notification, NotificationPage } from '#domain/notification.ts';
import { ownProfile } from '#domain/paths.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { useProfile } from '../api/session.tsx';
import { usePages, withoutRepeats } from '../api/use-pages.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { SidePanel, type SidePanelProps } from '../ui/side-panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { alertError } from '../ui/toasts.tsx';
import { NotificationItem } from './notification-item.tsx';

/** Full width on phones. */
export function NotificationsPanel(panel: SidePanelProps) {
  return (
    <SidePanel {...panel} className="w-full sm:w-104">
      <Content onClose={() => panel.onOpenChange(false)} />
    </SidePanel>
  );
}

function Content({ onClose }: { onClose: () => void }) {
  const list = useNotificationList();
  const { user_type } = useProfile();
  const isUnread = list.items?.some(({ is_read }) => !is_read) ?? false;
  return (
    <>
      <header className="flex min-h-14 items-start gap-2 border-b border-line py-1.5 pr-3 pl-5">
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2">
          <Dialog.Title className="flex min-h-11 min-w-0 items-center text-lg">
            Notifications
          </Dialog.Title>
          {isUnread && (
            <Button
              size="sm"
              variant="ghost"
              className="max-sm:-ml-3"
              onClick={(event) => {
                list.markAllRead();
                // The button disappears; keyboard users continue in the panel.
                event.currentTarget.closest<HTMLElement>('[role=dialog]')?.focus();
              }}
            >
              Mark All as Read
            </Button>
          )}
        </div>
        <Dialog.Close asChild>
          <IconButton label="Close">
            <X size={20} aria-hidden />
          </IconButton>
        </Dialog.Close>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 py-1.5">
        <NotificationList list={list} onOpen={onClose} />
      </div>
      <footer className="border-t border-line px-5 py-3 text-sm">
        <Link to={`${ownProfile(user_type)}#notifications`} onClick={onClose} className="link">
          Choose which mails you get
        </Link>
      </footer>
    </>
  );
}

interface NotificationListProps {
  list: ReturnType<typeof useNotificationList>;
  /** A notification was followed. */
  onOpen: () => void;
}

/** The list in any state: loading, failed, empty or filled. */
function NotificationList({ list, onOpen }: NotificationListProps) {
  const { items } = list;
  return (
    <>
      {list.isPending && <Loading />}
      {list.error && (
        <ErrorBox className="m-3" text={errorText(list.error)} onRetry={list.refetch} />
      )}
      {items?.length === 0 && (
        <EmptyState title="No notifications" className="m-3">
          What others do about your requests is told here: plans, deliveries, payments and messages.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className="divide-y divide-line">
          {items.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              onOpen={() => {
                if (!notification.is_read) list.markRead(notification);
                onOpen();
              }}
            />
          ))}
        </ul>
      )}
      <ShowMore list={list} className="py-3" />
    </>
  );
}

function Loading() {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">Loading notifications</span>
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="space-y-2 px-8 py-4">
          <Skeleton className="h-3.5 w-4/5" />
          <Skeleton className="h-2.5 w-3/5" />
        </div>
      ))}
    </div>
  );
}

type Pages = InfiniteData<NotificationPage>;

/** A person's notifications, newest first, and how to mark them as read. */
function useNotificationList() {
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
