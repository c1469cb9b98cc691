import { Link } from 'react-router';
import { shortId, splitDescription, type Ticket } from '#domain/ticket.ts';
import { ticketTurn } from '#domain/turn.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { cx } from '../ui/cx.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { counterpartName } from './counterpart.ts';

export function TicketListEntry({ ticket, selected }: { ticket: Ticket; selected: boolean }) {
  const created = new Date(ticket.created_at);
  const name = counterpartName(ticket);
  return (
    <li>
      <Link
        to={paths.discussion(ticket.id)}
        aria-current={selected ? 'page' : undefined}
        className={cx(
          'flex gap-2.5 border-l-4 py-3 pr-4 pl-3 -outline-offset-2 transition-colors',
          selected ? 'border-go bg-sunken' : 'border-transparent hover:bg-sunken',
        )}
      >
        <Avatar name={name} src={ticket.counterpart?.profile_image_url ?? null} size={32} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className="truncate text-sm font-medium">{name}</span>
            <span className="shrink-0 font-mono text-2xs text-ink-soft">#{shortId(ticket.id)}</span>
          </span>
          <span className="mt-0.5 block truncate text-sm text-ink-soft">
            {splitDescription(ticket.description).title}
          </span>
          <span className="mt-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
            <StatusBadge
              status={ticket.status}
              tone={ticketTurn(ticket).whose === 'mine' ? 'turn' : undefined}
            />
            <time
              dateTime={created.toISOString()}
              title={`Created ${created.toLocaleString()}`}
              className="figures text-2xs text-ink-soft"
            >
              {created.toLocaleDateString()}
            </time>
          </span>
        </span>
      </Link>
    </li>
  );
}
