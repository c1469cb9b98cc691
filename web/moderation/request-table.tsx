import { Link } from 'react-router';
import type { ModeratedSide, ModeratedTicket } from '#domain/moderation.ts';
import { paths } from '../paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Money } from '../ui/money.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

interface RequestTableProps {
  tickets: ModeratedTicket[];
  caption: string;
}

/** Requests, one in a row; on phones each row becomes a block of its own. */
export function RequestTable({ tickets, caption }: RequestTableProps) {
  return (
    <div className="card md:px-2">
      <table className="block w-full text-left text-sm md:table">
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="border-b border-line text-2xs text-ink-soft">
            {['Request', 'Status', 'Customer', 'Unblocker', 'Held', 'Since'].map((title) => (
              <th key={title} scope="col" className="px-3 py-2 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line md:table-row-group">
          {tickets.map((ticket) => (
            <RequestRow key={ticket.id} ticket={ticket} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RequestRow({ ticket }: { ticket: ModeratedTicket }) {
  return (
    <tr className="relative flex flex-col gap-1 px-3 py-3 hover:bg-sunken/50 md:table-row md:px-0">
      <td className={`${cell} min-w-0 md:max-w-sm`}>
        <Link
          to={paths.moderatedRequest(ticket.id)}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {ticket.title}
        </Link>
        <span className="block truncate text-ink-soft">{ticket.description_title}</span>
      </td>
      <td className={cell}>
        <span className="flex flex-wrap gap-1">
          <StatusBadge status={ticket.status} />
          <Waiting ticket={ticket} />
        </span>
      </td>
      <td className={`${cell} wrap-anywhere`}>
        <Side term="Customer" side={ticket.customer} />
      </td>
      <td className={`${cell} wrap-anywhere`}>
        <Side term="Unblocker" side={ticket.developer} />
      </td>
      <td className={cell}>
        <span className="text-ink-soft md:sr-only">Held: </span>
        <Money cents={ticket.money.held_cents} />
      </td>
      <td className={`${cell} whitespace-nowrap text-ink-soft max-md:text-2xs`}>
        <RelativeTime at={ticket.status_since} />
      </td>
    </tr>
  );
}

function Waiting({ ticket }: { ticket: ModeratedTicket }) {
  const { open_reports, open_appeals, open_disputes } = ticket;
  const marks = [
    { count: open_reports, one: 'report', many: 'reports' },
    { count: open_appeals, one: 'appeal', many: 'appeals' },
    { count: open_disputes, one: 'dispute', many: 'disputes' },
  ];
  return marks
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => (
      <Badge key={one} tone="turn">
        {count} {count === 1 ? one : many}
      </Badge>
    ));
}

function Side({ term, side }: { term: string; side: ModeratedSide | null }) {
  if (!side) return <span className="text-ink-soft max-md:hidden">None</span>;
  return (
    <>
      <span className="text-ink-soft md:sr-only">{term}: </span>
      {side.full_name}
      {side.suspended && <span className="block text-2xs text-harm-ink">Suspended</span>}
    </>
  );
}

const cell = 'md:px-3 md:py-2.5 md:align-top';
