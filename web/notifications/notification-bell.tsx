import { Bell } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { shownCount } from '../api/use-unread.ts';
import { useOnDemand } from '../shell/use-on-demand.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** Opens what was told; closes when the address changes. */
export function NotificationBell({ unread }: { unread: number }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const location = useLocation();
  const panel = useOnDemand(loadPanel);
  useEffect(() => setOpen(false), [location.key]);

  return (
    <span className="relative">
      <IconButton
        ref={button}
        label="Notifications"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={panel.warmUp}
        onFocus={panel.warmUp}
        onClick={async () => setOpen(await panel.fetch())}
      >
        <Bell size={18} aria-hidden />
      </IconButton>
      {unread > 0 && (
        // Beside the button, whose name stays its own; in words it follows.
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
      {panel.part && <panel.part open={open} onOpenChange={setOpen} opener={button} />}
    </span>
  );
}

async function loadPanel() {
  const { NotificationsPanel } = await import('./notifications-panel.tsx');
  return NotificationsPanel;
}
