import { Plus, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import { acts } from '#domain/acts.ts';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { RequestFormDialog } from './request-form-dialog.tsx';
import { TicketCard, TicketTitle } from './ticket-card.tsx';
import { TicketGrid } from './ticket-grid.tsx';
import { TicketSkeletons } from './ticket-skeletons.tsx';
import { usePress } from './use-press.tsx';
import { useTicketList } from './use-ticket-list.ts';

/** A request on its customer's dashboard. */
const CustomerTicketCard = memo(function CustomerTicketCard({ ticket }: CardProps) {
  const deletion = usePress('delete', ticket);
  const [editing, setEditing] = useState(false);
  const { actions } = ticket;
  const myTurn = ticket.turn.whose === 'mine';

  const deleting = actions.delete?.allowed && (
    <IconButton label={acts.delete.label ?? ''} onClick={deletion.press}>
      <Trash2 size={18} aria-hidden />
    </IconButton>
  );

  return (
    <TicketCard ticket={ticket} side="customer" corner={deleting}>
      {actions.edit?.allowed ? (
        <Button size="sm" onClick={() => setEditing(true)}>
          {acts.edit.label}
        </Button>
      ) : (
        <Button asChild size="sm" variant={myTurn ? 'primary' : 'secondary'}>
          <Link to={paths.plan('customer', ticket.id)}>Review Plan</Link>
        </Button>
      )}
      {editing && <RequestFormDialog ticket={ticket} open onOpenChange={setEditing} />}
    </TicketCard>
  );
});

interface CardProps {
  ticket: Ticket;
}

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

interface RequestSubmittedDialogProps {
  /** The new request; null closes the dialog. */
  ticket: Ticket | null;
  onClose: () => void;
}

/** Confirms the request, and says what happens next. */
function RequestSubmittedDialog({ ticket, onClose }: RequestSubmittedDialogProps) {
  if (!ticket) return null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Request Submitted"
      footer={
        <>
          <Button asChild>
            <Link to={paths.plan('customer', ticket.id)}>Open Request</Link>
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="font-medium">Your request has been submitted successfully!</p>
      <p className="mt-2 text-sm text-ink-soft">
        <TicketTitle ticket={ticket} />
      </p>
      <p className="mt-3 text-sm leading-relaxed text-ink-soft">
        Unblockers with matching skills can see it now. We tell you by mail as soon as one takes it.
      </p>
    </Dialog>
  );
}
