import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { Ticket, TicketCounts } from '#domain/ticket.ts';
import { ticketGroups, ticketStatuses } from '#domain/ticket-status.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { WherePaidNotice } from '../payments/where-paid-notice.tsx';
import { onDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { byTurn, type TurnFilter, turnFilters } from './by-turn.ts';
import { TicketCard } from './ticket-card.tsx';
import { TicketGrid } from './ticket-grid.tsx';
import { TicketSkeletons } from './ticket-skeletons.tsx';
import { NothingFits, TurnFilterChips } from './turn-filter.tsx';
import { useTicketList } from './use-ticket-list.ts';

// Below the list; only those who have some fetch it.
const OwnQuotes = onDemand(async () => (await import('./quotes/own-quotes.tsx')).OwnQuotes);

export function meta() {
  return [{ title: 'Developer Dashboard · Unblock' }];
}

export default function DeveloperDashboardPage() {
  const [group, setGroup] = useState<keyof TicketCounts | null>(null);
  const [filter, setFilter] = useState<TurnFilter | null>(null);
  // Completed ones are in no list of open requests.
  const list = useTicketList('assigned', group === 'completed' ? {} : { open: 'true' });
  const quotes = useOwnQuotes();
  const ofGroup = (ticket: Ticket) =>
    group === null || (ticketGroups[group] as readonly string[]).includes(ticket.status);
  const ofFilter = (ticket: Ticket) => filter === null || turnFilters[filter].fits(ticket);
  return (
    <>
      <PageHead title="Developer Dashboard">
        <TicketCounters
          counts={list.counts}
          isLoading={list.isPending}
          chosen={group}
          onChoose={setGroup}
        />
      </PageHead>
      <WherePaidNotice />
      <section aria-labelledby="active-tickets">
        <h2 id="active-tickets" className="mb-3 text-xl">
          Active Tickets
        </h2>
        <TurnFilterChips tickets={list.tickets ?? []} chosen={filter} onChoose={setFilter} />
        <TicketGrid
          list={list}
          arranged={(tickets) => byTurn(tickets.filter(ofGroup).filter(ofFilter))}
          loading={<TicketSkeletons label="Loading your tickets" />}
          empty={group || filter ? <NothingFits /> : <NothingAssigned />}
          card={(ticket) => <DeveloperTicketCard key={ticket.id} ticket={ticket} />}
        />
      </section>
      {quotes && quotes.length > 0 && <OwnQuotes quotes={quotes} />}
      <p className="mt-10 text-sm text-ink-soft">
        People who would like to work here need a review of their work.{' '}
        <Link to={paths.applications()} className="link">
          Review Applications
        </Link>
      </p>
    </>
  );
}

/** One's own quotes: running ones, then the last others. */
function useOwnQuotes() {
  const { data } = useQuery({
    queryKey: keys.ownQuotes(),
    queryFn: ({ signal }) => api.get('/api/me/quotes', { signal }),
  });
  return data?.items;
}

function NothingAssigned() {
  return (
    <EmptyState
      action={
        <Button asChild variant="primary">
          <Link to={paths.available()}>Find a Request</Link>
        </Button>
      }
    >
      No active tickets assigned to you.
    </EmptyState>
  );
}

/** A request on its developer's dashboard. */
const DeveloperTicketCard = memo(function DeveloperTicketCard({ ticket }: CardProps) {
  const myTurn = ticket.turn.whose === 'mine';
  return (
    <TicketCard ticket={ticket} side="developer">
      <Button asChild size="sm" variant={myTurn ? 'primary' : 'secondary'}>
        <Link to={paths.plan('developer', ticket.id)}>
          {ticketStatuses[ticket.status].opens_plan ?? 'View Plan'}
        </Link>
      </Button>
    </TicketCard>
  );
});

interface CardProps {
  ticket: Ticket;
}

const counters: readonly [keyof TicketCounts, string][] = [
  ['in_progress', 'In Progress'],
  ['awaiting_response', 'Awaiting Response'],
  ['completed', 'Completed'],
];

interface TicketCountersProps {
  /** Undefined while they load, and where they could not be read. */
  counts: TicketCounts | undefined;
  isLoading: boolean;
  chosen: keyof TicketCounts | null;
  onChoose: (group: keyof TicketCounts | null) => void;
}

/** The three counters of a developer, each of which narrows the list to its own. */
function TicketCounters({ counts, isLoading, chosen, onChoose }: TicketCountersProps) {
  return (
    <dl className="card grid w-full grid-cols-3 divide-x divide-line overflow-hidden sm:w-auto">
      {counters.map(([name, label]) => (
        <div
          key={name}
          className={cx(
            'relative flex flex-col-reverse justify-end px-4 py-2 transition-colors hover:bg-sunken sm:px-5',
            chosen === name && 'bg-sunken',
          )}
        >
          <dt className="text-2xs text-ink-soft">
            <button
              type="button"
              aria-pressed={chosen === name}
              onClick={() => onChoose(chosen === name ? null : name)}
              className="text-left wrap-anywhere after:absolute after:inset-0"
            >
              {label}
            </button>
          </dt>
          <dd className="figures font-display text-2xl leading-tight font-bold">
            {counts?.[name] ?? (isLoading ? <Skeleton className="my-1 h-6 w-6" /> : '–')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
