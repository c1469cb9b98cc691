import { Check, Search, X } from 'lucide-react';
import { type RefObject, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { excerptOf } from '#domain/plain-text.ts';
import type { Ticket } from '#domain/ticket.ts';
import { shortId, splitDescription } from '#domain/ticket-words.ts';
import { errorText } from '../api/api-error.ts';
import { shownCount } from '../api/use-unread.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { counterpartName } from '../tickets/counterpart.ts';
import type { TicketList as Tickets } from '../tickets/use-ticket-list.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Input } from '../ui/input.tsx';
import { localDate, localMoment } from '../ui/local-time.ts';
import { ShowMore } from '../ui/show-more.tsx';
import { SkeletonCards } from '../ui/skeleton.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

const FoundMessages = onDemand(async () => (await import('./found-messages.tsx')).FoundMessages, {
  meanwhile: () => <SkeletonCards label="Searching" className="p-3" />,
});

interface SideListProps {
  list: Tickets;
  selected: string | undefined;
  onlyUnread: boolean;
  onOnlyUnread: (only: boolean) => void;
  searchField: RefObject<HTMLInputElement | null>;
  className: string;
}

/** The discussed requests, or the results of a search. */
export function SideList({ list, selected, searchField, className, ...filter }: SideListProps) {
  const { onlyUnread, onOnlyUnread } = filter;
  const [typed, setTyped] = useState('');
  // The typed letters render first, the results after them.
  const sought = useDeferredValue(typed);
  const searching = sought.trim() !== '';
  return (
    <section
      aria-labelledby="your-tickets"
      className={cx('card flex min-h-0 flex-col overflow-hidden', className)}
    >
      <div className="space-y-2 border-b border-line px-4 py-3">
        <div className="flex items-center justify-between gap-2">
          <h2 id="your-tickets" className="text-base">
            Your Tickets
          </h2>
          <Button
            size="sm"
            className={cx(onlyUnread && 'bg-sunken!')}
            aria-pressed={onlyUnread}
            onClick={() => onOnlyUnread(!onlyUnread)}
          >
            {onlyUnread && <Check size={14} aria-hidden />}
            Unread
          </Button>
        </div>
        <search className="relative">
          <Search
            size={16}
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft"
          />
          <Input
            ref={searchField}
            type="search"
            aria-label="Search messages"
            aria-keyshortcuts="/"
            placeholder="Search messages"
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onFocus={FoundMessages.warmUp}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setTyped('');
            }}
            className="pr-10 pl-9 [&::-webkit-search-cancel-button]:hidden"
          />
          {typed !== '' && (
            <IconButton
              label="Clear the search"
              onClick={() => {
                setTyped('');
                searchField.current?.focus();
              }}
              className="absolute top-1/2 right-0.5 -translate-y-1/2"
            >
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </search>
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        {searching ? (
          <FoundMessages typed={sought} />
        ) : (
          <TicketList {...{ list, selected, onlyUnread }} />
        )}
      </div>
    </section>
  );
}

interface TicketListProps {
  list: Tickets;
  selected: string | undefined;
  onlyUnread: boolean;
}

function TicketList({ list, selected, onlyUnread }: TicketListProps) {
  const { tickets, isPending, error, refetch } = list;
  return (
    <>
      {isPending && <SkeletonCards label="Loading your tickets" className="p-3" />}
      {error && (
        <ErrorBox
          className="m-3 flex-wrap [&>span]:basis-40"
          text={errorText(error)}
          onRetry={refetch}
        />
      )}
      {tickets?.length === 0 && (
        <p className="px-4 py-6 text-sm text-ink-soft">
          {onlyUnread ? 'No unread messages' : 'No tickets available'}
        </p>
      )}
      {tickets && tickets.length > 0 && (
        <ul className="divide-y divide-line">
          {tickets.map((ticket) => (
            <TicketListEntry key={ticket.id} ticket={ticket} selected={ticket.id === selected} />
          ))}
        </ul>
      )}
      <ShowMore list={list} className="border-t border-line p-3" />
    </>
  );
}

function TicketListEntry({ ticket, selected }: { ticket: Ticket; selected: boolean }) {
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
          selected
            ? 'border-go bg-sunken forced-colors:no-underline'
            : 'border-transparent hover:bg-sunken forced-colors:border-l-[Canvas]',
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
              className="figures text-2xs whitespace-nowrap text-ink-soft"
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
    <span
      className={cx('flex min-w-0 text-2xs', bold ? 'font-semibold text-ink' : 'text-ink-soft')}
    >
      {last_message.author_id === me && <span className="shrink-0">You:&nbsp;</span>}
      {/* Cut at its own end, whichever way it is written. */}
      <span dir="auto" className="truncate">
        {last_message.preview}
      </span>
    </span>
  );
}
