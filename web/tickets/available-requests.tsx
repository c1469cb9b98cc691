import { ListFilter } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { acts } from '#domain/acts.ts';
import { categoryWords } from '#domain/category.ts';
import { paths } from '#domain/paths.ts';
import type { Profile } from '#domain/profile.ts';
import type { Ticket } from '#domain/ticket.ts';
import { displayName } from '../accounts/display-name.ts';
import { EditProfileDialog } from '../accounts/edit-profile-dialog.tsx';
import { FilterTicketsDialog } from '../accounts/filter-tickets-dialog.tsx';
import { supportedBy } from '../accounts/supported-by.ts';
import { useProfile } from '../api/session.tsx';
import { WherePaidNotice } from '../payments/where-paid-notice.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ALL_OPEN, arranged, isNarrowed, isSameView, openView } from './open-request-order.ts';
import { OpenRequestRow, RESERVE_HINT, ROW_LINK } from './open-request-row.tsx';
import { OpenViewBar } from './open-view-bar.tsx';
import { TicketGrid } from './ticket-grid.tsx';
import { type TicketList, useTicketList } from './use-ticket-list.ts';

export function meta() {
  return [{ title: 'Available Requests · Unblock' }];
}

export default function AvailableRequestsPage() {
  const profile = useProfile();
  const list = useTicketList('available');
  const [filtering, setFiltering] = useState(false);
  const [view, setView] = useState(openView.read);
  useWhole(list, !isSameView(view, ALL_OPEN));
  useRowKeys();
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
      <WherePaidNotice />
      <h2 className="sr-only">Open Requests</h2>
      <OpenViewBar saved={profile.saved_filters} view={view} onView={setView} />
      <ReservationNote tickets={list.tickets ?? []} />
      <TicketGrid
        list={list}
        look="card divide-y divide-line overflow-hidden"
        arranged={(tickets) => arranged(tickets, view)}
        loading={
          <div className="flex min-h-60 items-center justify-center">
            <Spinner size={28} label="Loading available tickets" />
          </div>
        }
        empty={
          isNarrowed(view) && list.tickets?.length ? (
            <EmptyState>No open request fits your search. Change it to see the others.</EmptyState>
          ) : (
            <EmptyState>
              No available tickets matching your categories. Check back later!
            </EmptyState>
          )
        }
        card={(ticket) => <OpenRequestRow key={ticket.id} ticket={ticket} />}
      />
      {filtering && <FilterTicketsDialog profile={profile} onClose={() => setFiltering(false)} />}
    </>
  );
}

/** Says once what Message Customer does, or why it is disabled, on the lines below. */
function ReservationNote({ tickets }: { tickets: Ticket[] }) {
  // Others take quotes.
  const grabbed = tickets.filter(({ mode }) => mode === 'grab');
  const refused = grabbed.find((ticket) => ticket.actions.reserve?.reason)?.actions;
  const reason = refused?.reserve?.reason;
  // They are away, or have as many as they take.
  const takesNone = refused?.grab?.allowed === false;
  if (grabbed.length === 0) return null;
  if (!reason) {
    return (
      <p id={RESERVE_HINT} className="mb-2 text-2xs text-ink-soft">
        {acts.reserve.hint}
      </p>
    );
  }
  return (
    <p className="mb-4 rounded bg-turn-soft px-3 py-2 text-sm text-turn-ink">
      {reason}{' '}
      <Link
        to={takesNone ? `${paths.developerProfile()}#availability` : paths.developerDashboard()}
        className="font-medium underline underline-offset-3"
      >
        {takesNone ? 'Availability' : 'See your requests'}
      </Link>
    </p>
  );
}

/** How customers see this developer, and their categories. */
function DeveloperProfile({ profile }: { profile: Profile }) {
  const [editing, setEditing] = useState(false);
  const name = displayName(profile);
  const categories = categoryWords(supportedBy(profile));
  return (
    <section aria-label="Profile" className="flex min-w-0 max-w-full items-center gap-2.5">
      <Avatar name={name} src={profile.profile_image_url} size={40} />
      <div className="min-w-0 max-w-72">
        <Link
          to={paths.developerProfile()}
          title="My Account"
          className="thumb block text-sm font-medium hover:underline"
        >
          <span className="block truncate">{name}</span>
        </Link>
        <p className="line-clamp-2 text-2xs text-ink-soft" title={categories}>
          {categories || 'No categories yet'}
        </p>
      </div>
      <Button size="sm" onClick={() => setEditing(true)}>
        Edit
      </Button>
      {editing && <EditProfileDialog profile={profile} onClose={() => setEditing(false)} />}
    </section>
  );
}

/** As many as are ordered and searched by themselves; the button below the list brings more. */
const MOST_BY_ITSELF = 1000;

/** Loads the rest of a list that is ordered or searched here, else only its newest would be. */
function useWhole(list: TicketList, isWanted: boolean): void {
  const { hasMore, isFetching, error, moreError, tickets = [] } = list;
  const hasRoom = tickets.length < MOST_BY_ITSELF;
  const isWell = error === null && moreError === null;
  const isNext = isWanted && hasMore && hasRoom && !isFetching && isWell;
  const loadMore = useEffectEvent(list.loadMore);
  useEffect(() => {
    if (isNext) loadMore();
  }, [isNext]);
}

/** `j` and `k` move the focus from row to row; Enter opens, as the focus is on the row's link. */
function useRowKeys(): void {
  useEffect(() => {
    function move(event: KeyboardEvent) {
      const step = { j: 1, k: -1 }[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const links = [...document.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`)];
      const at = links.indexOf(document.activeElement as HTMLElement);
      links[at < 0 ? 0 : at + step]?.focus();
    }
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, []);
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null
  );
}
