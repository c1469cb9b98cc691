import { errorText } from '../api/api-error.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { NotificationItem } from './notification-item.tsx';
import type { useNotificationList } from './use-notification-list.ts';

interface NotificationListProps {
  list: ReturnType<typeof useNotificationList>;
  /** One of them was followed. */
  onOpen: () => void;
}

/** The list in whatever state it is: loading, failed, empty, or as many as there are. */
export function NotificationList({ list, onOpen }: NotificationListProps) {
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
