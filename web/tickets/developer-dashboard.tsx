import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { Ticket, TicketCounts } from '#domain/ticket.ts';
import { ticketStatuses } from '#domain/ticket-status.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TicketCard } from './ticket-card.tsx';
import { TicketGrid } from './ticket-grid.tsx';
import { TicketSkeletons } from './ticket-skeletons.tsx';
import { useTicketList } from './use-ticket-list.ts';

export function meta() {
  return [{ title: 'Developer Dashboard · Unblock' }];
}

export default function DeveloperDashboardPage() {
  const list = useTicketList('assigned', { open: 'true' });
  return (
    <>
      <PageHead title="Developer Dashboard">
        <TicketCounters counts={list.counts} />
      </PageHead>
      <section aria-labelledby="active-tickets">
        <h2 id="active-tickets" className="mb-3 text-xl">
          Active Tickets
        </h2>
        <TicketGrid
          list={list}
          loading={<TicketSkeletons label="Loading your tickets" />}
          empty={<NothingAssigned />}
          card={(ticket) => <DeveloperTicketCard key={ticket.id} ticket={ticket} />}
        />
      </section>
    </>
  );
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

/** The three counters of a developer; undefined while they load. */
function TicketCounters({ counts }: { counts: TicketCounts | undefined }) {
  return (
    <dl className="card grid w-full grid-cols-3 divide-x divide-line sm:w-auto">
      {counters.map(([name, label]) => (
        <div key={name} className="flex flex-col-reverse justify-end px-4 py-2 sm:px-5">
          <dt className="text-2xs text-ink-soft">{label}</dt>
          <dd className="figures font-display text-2xl leading-tight font-bold">
            {counts ? counts[name] : <Skeleton className="my-1 h-6 w-6" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
