import { Bell } from 'lucide-react';
import { shownCount } from '../api/use-unread.ts';
import { usePanel } from '../shell/use-panel.ts';
import { IconButton } from '../ui/icon-button.tsx';

export function NotificationBell({ unread }: { unread: number }) {
  const { Panel, panel, opener } = usePanel(loadPanel);

  return (
    <span className="relative">
      <IconButton {...opener} label="Notifications">
        <Bell size={18} aria-hidden />
      </IconButton>
      {unread > 0 && (
        // Beside the button, so that its name stays the same.
        <span
          aria-hidden
          className="figures pointer-events-none absolute top-0.5 right-0 min-w-4.5 rounded-full bg-turn-soft px-1 text-center text-2xs leading-4.5 font-semibold text-turn-ink ring-2 ring-paper md:-top-1"
        >
          {shownCount(unread)}
        </span>
      )}
      <span role="status" className="sr-only">
        {unread > 0 && `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`}
      </span>
      {Panel && <Panel {...panel} />}
    </span>
  );
}

async function loadPanel() {
  const { NotificationsPanel } = await import('./notifications-panel.tsx');
  return NotificationsPanel;
}
