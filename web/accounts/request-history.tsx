import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import { errorText } from '../api/api-error.ts';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SkeletonCards } from '../ui/skeleton.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { AccountSection } from './account-section.tsx';

/** Few, so that the rest of the page stays in reach. */
const PAGE_SIZE = 10;

/** Finished requests. Source: specification 2.7. */
export function RequestHistory() {
  const history = usePages(keys.ticketList('history'), '/api/tickets', {
    query: { view: 'history', limit: PAGE_SIZE },
  });
  const tickets = history.items;

  return (
    <AccountSection id="request-history" title="Request History">
      {history.isPending && <SkeletonCards label="Loading your request history" />}
      {history.error && (
        <ErrorBox className="mb-3" text={errorText(history.error)} onRetry={history.refetch} />
      )}
      {tickets?.length === 0 && (
        <EmptyState>
          No tickets completed yet. Tickets will appear here once they are fully resolved.
        </EmptyState>
      )}
      {tickets && tickets.length > 0 && (
        <ul className="space-y-3">
          {tickets.map((ticket) => (
            <HistoryEntry key={ticket.id} ticket={ticket} />
          ))}
        </ul>
      )}
      <ErrorBox className="mt-4" text={history.moreError?.message} />
      {history.hasMore && (
        <Button className="mt-4" pending={history.isLoadingMore} onClick={history.loadMore}>
          Show More
        </Button>
      )}
    </AccountSection>
  );
}

function HistoryEntry({ ticket }: { ticket: Ticket }) {
  const { counterpart } = ticket;
  return (
    <li className="card relative p-4 transition-colors hover:border-edge">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-sans text-sm font-medium tracking-normal">
          <Link
            to={paths.plan('customer', ticket.id)}
            className="after:absolute after:inset-0 after:rounded"
          >
            <span dir="auto" className="line-clamp-2 wrap-anywhere">
              {splitDescription(ticket.description).title}
            </span>{' '}
            <span className="block truncate text-2xs font-normal text-ink-soft">
              {ticket.title}
            </span>
          </Link>
        </h3>
        <StatusBadge status={ticket.status} />
      </div>
      <p className="mt-2 text-2xs text-ink-soft">
        {counterpart && `With ${counterpart.full_name}, ended `}
        {!counterpart && 'Ended '}
        <RelativeTime at={ticket.status_since} />
      </p>
    </li>
  );
}
