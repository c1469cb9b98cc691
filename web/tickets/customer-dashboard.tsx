import { Plus, Trash2 } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { acts } from '#domain/acts.ts';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { useProfile } from '../api/session.tsx';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { navigationState } from '../shell/origin.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useFocusAfter } from '../ui/use-focus-after.ts';
import { byTurn, type TurnFilter, turnFilters } from './by-turn.ts';
import { DraftCard } from './problem-first/draft-card.tsx';
import { RequestFormDialog } from './request-form-dialog.tsx';
import { TicketCard, TicketTitle } from './ticket-card.tsx';
import { TicketGrid } from './ticket-grid.tsx';
import { TicketSkeletons } from './ticket-skeletons.tsx';
import { NothingFits, TurnFilterChips } from './turn-filter.tsx';
import { usePress } from './use-press.tsx';
import { useTicketList } from './use-ticket-list.ts';
import { WaitingLine } from './waiting-line.tsx';

// Few come with one.
const DraftOfProgram = dialogOnDemand(
  async () => (await import('./draft-of-program.tsx')).DraftOfProgram,
);

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
      {ticket.quotes && ticket.quotes.count > 0 && (
        <Button asChild size="sm" variant="primary">
          <Link to={paths.plan('customer', ticket.id)}>Compare Quotes</Link>
        </Button>
      )}
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
  const [submitted, setSubmitted] = useSubmitted(list.tickets);
  const newRequest = useRef<HTMLButtonElement>(null);
  // The form that had the focus is gone by then.
  const focusNewRequest = useFocusAfter(newRequest);
  const [filter, setFilter] = useState<TurnFilter | null>(null);
  const create = () => setCreating(true);
  const [search, setSearch] = useSearchParams();
  const prepared = search.get('draft');
  const leaveDraft = () => setSearch({}, { replace: true });

  return (
    <>
      <PageHead title="Your Dashboard" />
      <section aria-labelledby="my-requests">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id="my-requests" className="text-xl">
            My Requests
          </h2>
          <Button ref={newRequest} variant="primary" onClick={create}>
            <Plus size={18} aria-hidden />
            New Request
          </Button>
        </div>
        {!creating && <DraftCard onContinue={create} />}
        <TurnFilterChips tickets={list.tickets ?? []} chosen={filter} onChoose={setFilter} />
        <TicketGrid
          list={list}
          arranged={(tickets) =>
            byTurn(filter ? tickets.filter(turnFilters[filter].fits) : tickets)
          }
          loading={<TicketSkeletons label="Loading your requests" />}
          empty={filter ? <NothingFits /> : <Welcome onStart={create} />}
          card={(ticket) => <CustomerTicketCard key={ticket.id} ticket={ticket} />}
        />
      </section>
      {prepared && (
        <DraftOfProgram
          id={prepared}
          onClose={leaveDraft}
          onTaken={() => {
            leaveDraft();
            create();
          }}
        />
      )}
      {/* Anew after a draft was taken over: it begins with what this browser remembers. */}
      <RequestFormDialog
        key={prepared}
        open={creating}
        onOpenChange={setCreating}
        onSaved={setSubmitted}
      />
      <RequestSubmittedDialog
        ticket={submitted}
        onClose={() => {
          setSubmitted(null);
          focusNewRequest();
        }}
      />
    </>
  );
}

/** The request that was just posted: here, or on the way here. */
function useSubmitted(listed: readonly Ticket[] | undefined) {
  const location = useLocation();
  const navigate = useNavigate();
  const [posted, setPosted] = useState<Ticket | null>(null);
  const { submitted } = navigationState(location);
  const arrived = listed?.find(({ id }) => id === submitted) ?? null;

  function set(ticket: Ticket | null) {
    setPosted(ticket);
    // Not again after a reload.
    if (submitted) void navigate(location, { replace: true, state: null });
  }
  return [posted ?? arrived, set] as const;
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
        Unblockers with matching skills can see it now. We tell you by mail as soon as one{' '}
        {ticket.mode === 'quotes' ? 'sends you a quote' : 'takes it'}.
      </p>
      <div className="mt-3">
        <WaitingLine ticket={ticket} />
      </div>
      <NameWanted />
    </Dialog>
  );
}

/** Whoever wrote the problem first was not asked for a name. */
function NameWanted() {
  if (useProfile().first_name) return null;
  return (
    <p className="mt-3 text-sm leading-relaxed text-ink-soft">
      Unblockers see you as Customer.{' '}
      <Link to={paths.profile()} className="link">
        Add your name
      </Link>
    </p>
  );
}
