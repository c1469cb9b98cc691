import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { excerptOf } from '#domain/plain-text.ts';
import type { Ticket } from '#domain/ticket.ts';
import { shortId, splitDescription } from '#domain/ticket-words.ts';
import { shownCount } from '../api/use-unread.ts';
import { counterpartName } from '../tickets/counterpart.ts';
import { Avatar } from '../ui/avatar.tsx';
import { cx } from '../ui/cx.ts';
import { localDate, localMoment } from '../ui/local-time.ts';
import { StatusBadge } from '../ui/status-badge.tsx';

export function TicketListEntry({ ticket, selected }: { ticket: Ticket; selected: boolean }) {
  const created = new Date(ticket.created_at);
  const name = counterpartName(ticket);
  // The open one counts as read.
  const unread = selected ? 0 : (ticket.unread ?? 0);
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
            <span className={cx('truncate text-sm', unread > 0 ? 'font-bold' : 'font-medium')}>
              {name}
            </span>
            <span className="shrink-0 font-mono text-2xs text-ink-soft">#{shortId(ticket.id)}</span>
          </span>
          <span dir="auto" className="mt-0.5 block truncate text-sm text-ink-soft">
            {excerptOf(splitDescription(ticket.description).title)}
          </span>
          <span className="flex items-center justify-between gap-2">
            {/* The open thread shows it in full already. */}
            {selected ? <span /> : <LastMessage ticket={ticket} bold={unread > 0} />}
            {unread > 0 && (
              <span className="figures shrink-0 rounded-full bg-turn-soft px-1.5 py-0.5 text-2xs font-semibold text-turn-ink">
                {shownCount(unread)} <span className="sr-only">unread</span>
              </span>
            )}
          </span>
          <span className="mt-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
            <StatusBadge
              status={ticket.status}
              tone={ticket.turn.whose === 'mine' ? 'turn' : undefined}
            />
            <time
              dateTime={created.toISOString()}
              title={`Created ${localMoment(created)}`}
              className="figures text-2xs text-ink-soft"
            >
              {localDate(created)}
            </time>
          </span>
        </span>
      </Link>
    </li>
  );
}

/** The beginning of the newest message. */
function LastMessage({ ticket, bold }: { ticket: Ticket; bold: boolean }) {
  const { last_message } = ticket;
  if (!last_message) return null;
  const me = ticket.relation === 'customer' ? ticket.customer_id : ticket.developer_id;
  return (
    <span className={cx('truncate text-2xs', bold ? 'font-semibold text-ink' : 'text-ink-soft')}>
      {last_message.author_id === me && 'You: '}
      {last_message.preview}
    </span>
  );
}
