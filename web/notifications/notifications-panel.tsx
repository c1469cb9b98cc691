import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Link } from 'react-router';
import { ownProfile } from '#domain/paths.ts';
import { useProfile } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { SidePanel, type SidePanelProps } from '../ui/side-panel.tsx';
import { NotificationList } from './notification-list.tsx';
import { useNotificationList } from './use-notification-list.ts';

/** On a phone it is the whole width. */
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
      <header className="flex min-h-14 items-center gap-2 border-b border-line pr-3 pl-5">
        <Dialog.Title className="mr-auto text-lg">Notifications</Dialog.Title>
        {isUnread && (
          <Button
            size="sm"
            variant="ghost"
            onClick={(event) => {
              list.markAllRead();
              // The button goes; who came to it by keyboard goes on in the panel.
              event.currentTarget.closest<HTMLElement>('[role=dialog]')?.focus();
            }}
          >
            Mark All as Read
          </Button>
        )}
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
