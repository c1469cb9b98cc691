import { Link } from 'react-router';
import { helpLabel } from '#domain/case-queue.ts';
import type { Help } from '#domain/desk.ts';
import type { ModeratedSide, ModeratedTicket } from '#domain/moderation.ts';
import { paths } from '#domain/paths.ts';
import { excerptOf } from '#domain/plain-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Money } from '../ui/money.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { cellLook, RowsTable, rowLook } from './rows-table.tsx';

interface RequestTableProps {
  tickets: ModeratedTicket[];
  caption: string;
}

/** A table of requests. */
export function RequestTable({ tickets, caption }: RequestTableProps) {
  return (
    <RowsTable
      caption={caption}
      columns={['Request', 'Status', 'Customer', 'Unblocker', 'Held', 'Since']}
    >
      {tickets.map((ticket) => (
        <RequestRow key={ticket.id} ticket={ticket} />
      ))}
    </RowsTable>
  );
}

function RequestRow({ ticket }: { ticket: ModeratedTicket }) {
  return (
    <tr className={rowLook}>
      <td className={`${cellLook} min-w-0 md:max-w-sm`}>
        <RequestLink ticket={ticket} />
        {ticket.help?.words && (
          <span className="text-2xs wrap-anywhere max-md:line-clamp-2 md:block md:truncate">
            {ticket.help.reason ?? helpLabel(ticket.help.kind)}: <bdi>{wordsOf(ticket.help)}</bdi>
          </span>
        )}
      </td>
      <td className={cellLook}>
        <span className="flex flex-wrap gap-1">
          <StatusBadge status={ticket.status} />
          <Waiting ticket={ticket} />
        </span>
      </td>
      <SidesAndHeld ticket={ticket} />
      <Since ticket={ticket} />
    </tr>
  );
}

/** A message loses its marks; what was typed for moderators has none. */
export function wordsOf({ kind, words }: Help): string {
  return kind === 'report' ? excerptOf(words ?? '') : (words ?? '');
}

/** A link over the whole row; `search` is added to it. */
export function RequestLink({ ticket, search = '' }: { ticket: ModeratedTicket; search?: string }) {
  return (
    <>
      <Link
        to={{ pathname: paths.moderatedRequest(ticket.id), search }}
        className="font-medium wrap-anywhere after:absolute after:inset-0 max-md:line-clamp-2 md:block md:truncate"
      >
        {ticket.title}
      </Link>
      <span
        dir="auto"
        className="wrap-anywhere text-ink-soft max-md:line-clamp-2 md:block md:truncate"
      >
        {ticket.description_title}
      </span>
    </>
  );
}

/** Three cells: the two people and the money. */
export function SidesAndHeld({ ticket }: { ticket: ModeratedTicket }) {
  return (
    <>
      <td className={`${cellLook} wrap-anywhere`}>
        <SideName term="Customer" side={ticket.customer} />
      </td>
      <td className={`${cellLook} wrap-anywhere`}>
        <SideName term="Unblocker" side={ticket.developer} />
      </td>
      <td className={cellLook}>
        <span className="text-ink-soft md:sr-only">Held: </span>
        <Money cents={ticket.money.held_cents} />
      </td>
    </>
  );
}

export function Since({ ticket }: { ticket: ModeratedTicket }) {
  return (
    <td className={`${cellLook} whitespace-nowrap text-ink-soft max-md:text-2xs`}>
      <RelativeTime at={ticket.status_since} />
    </td>
  );
}

/** What waits for a decision about a request. */
export function Waiting({ ticket }: { ticket: ModeratedTicket }) {
  const { open_reports, open_appeals, open_disputes, help } = ticket;
  // 'Reported' says so already where it is the only one.
  const isSaid = help?.kind === 'report' && open_reports === 1;
  const marks = [
    { count: isSaid ? 0 : open_reports, one: 'report', many: 'reports' },
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

function SideName({ term, side }: { term: string; side: ModeratedSide | null }) {
  if (!side) return <span className="text-ink-soft max-md:hidden">None</span>;
  return (
    <>
      <span className="text-ink-soft md:sr-only">{term}: </span>
      {side.full_name}
      {side.suspended && <span className="block text-2xs text-harm-ink">Suspended</span>}
    </>
  );
}
