import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { DeveloperTicketCard } from './developer-ticket-card.tsx';
import { TicketCounters } from './ticket-counters.tsx';
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
