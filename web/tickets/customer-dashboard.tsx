import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Ticket } from '#domain/ticket.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { CustomerTicketCard } from './customer-ticket-card.tsx';
import { RequestFormDialog } from './request-form-dialog.tsx';
import { RequestSubmittedDialog } from './request-submitted-dialog.tsx';
import { TicketGrid } from './ticket-grid.tsx';
import { TicketSkeletons } from './ticket-skeletons.tsx';
import { useTicketList } from './use-ticket-list.ts';

export function meta() {
  return [{ title: 'Your Dashboard · Unblock' }];
}

export default function CustomerDashboardPage() {
  const list = useTicketList('active');
  const [creating, setCreating] = useState(false);
  const [submitted, setSubmitted] = useState<Ticket | null>(null);
  const create = () => setCreating(true);

  return (
    <>
      <PageHead title="Your Dashboard" />
      <section aria-labelledby="my-requests">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id="my-requests" className="text-xl">
            My Requests
          </h2>
          <Button variant="primary" onClick={create}>
            <Plus size={18} aria-hidden />
            New Request
          </Button>
        </div>
        <TicketGrid
          list={list}
          loading={<TicketSkeletons label="Loading your requests" />}
          empty={<Welcome onStart={create} />}
          card={(ticket) => <CustomerTicketCard key={ticket.id} ticket={ticket} />}
        />
      </section>
      <RequestFormDialog open={creating} onOpenChange={setCreating} onSaved={setSubmitted} />
      <RequestSubmittedDialog ticket={submitted} onClose={() => setSubmitted(null)} />
    </>
  );
}

function Welcome({ onStart }: { onStart: () => void }) {
  return (
    <EmptyState
      title="Welcome to Unblock"
      action={<Button onClick={onStart}>Describe Your Problem</Button>}
    >
      Tell us where you are stuck and what you would like to spend. An unblocker proposes a plan
      with a price, and you pay nothing before you have approved it.
    </EmptyState>
  );
}
