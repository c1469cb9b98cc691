import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { useProfile } from '../api/session.tsx';
import { ownProfile } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Veil } from '../ui/veil.tsx';
import { NotificationList } from './notification-list.tsx';
import { useNotificationList } from './use-notification-list.ts';

interface NotificationsPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>;
}

/** Slides in from the right, over whatever one was doing; on a phone it is the whole width. */
export function NotificationsPanel({ open, onOpenChange, opener }: NotificationsPanelProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
          className="fixed inset-y-0 right-0 z-40 flex w-full animate-slide-in-right flex-col border-l border-line bg-surface outline-none sm:w-104"
        >
          <Content onClose={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
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
