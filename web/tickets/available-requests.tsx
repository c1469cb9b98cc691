import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { FilterTicketsDialog } from '../accounts/filter-tickets-dialog.tsx';
import { supportedBy } from '../accounts/supported-by.ts';
import { useProfile } from '../api/session.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AvailableTicketCard } from './available-ticket-card.tsx';
import { DeveloperProfile } from './developer-profile.tsx';
import { TicketGrid } from './ticket-grid.tsx';
import { useTicketList } from './use-ticket-list.ts';

export function meta() {
  return [{ title: 'Available Requests · Unblock' }];
}

export default function AvailableRequestsPage() {
  const profile = useProfile();
  const list = useTicketList('available');
  const [filtering, setFiltering] = useState(false);
  useWarmUp(FilterTicketsDialog);
  const supportsSome = supportedBy(profile).length > 0;
  return (
    <>
      <PageHead
        title="Available Requests"
        subtitle={
          supportsSome
            ? 'Tickets matching your supported categories'
            : 'Set your supported categories to see available tickets'
        }
      >
        <DeveloperProfile profile={profile} />
        <Button variant={supportsSome ? 'secondary' : 'primary'} onClick={() => setFiltering(true)}>
          <ListFilter size={18} aria-hidden />
          Filter Requests
        </Button>
      </PageHead>
      <h2 className="sr-only">Open Requests</h2>
      <ReservationNote tickets={list.tickets ?? []} />
      <TicketGrid
        list={list}
        loading={
          <div className="flex min-h-60 items-center justify-center">
            <Spinner size={28} label="Loading available tickets" />
          </div>
        }
        empty={
          <EmptyState>No available tickets matching your categories. Check back later!</EmptyState>
        }
        card={(ticket) => <AvailableTicketCard key={ticket.id} ticket={ticket} />}
      />
      {filtering && <FilterTicketsDialog profile={profile} onClose={() => setFiltering(false)} />}
    </>
  );
}

/** Says once, in words, why Message Customer cannot be pressed on the cards below. */
function ReservationNote({ tickets }: { tickets: Ticket[] }) {
  const reason = tickets.find((ticket) => ticket.actions.reserve?.reason)?.actions.reserve?.reason;
  if (!reason) return null;
  return (
    <p className="mb-4 rounded bg-turn-soft px-3 py-2 text-sm text-turn-ink">
      {reason}{' '}
      <Link to={paths.developerDashboard()} className="font-medium underline underline-offset-3">
        See your tickets
      </Link>
    </p>
  );
}
