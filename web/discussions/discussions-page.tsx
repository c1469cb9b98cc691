import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useNavigation, useParams } from 'react-router';
import { lastActivity } from '#domain/last-activity.ts';
import { type PlanSide, paths, sideOf } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { keys } from '../api/query-keys.ts';
import { useProfile } from '../api/session.tsx';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { useTicketList } from '../tickets/use-ticket-list.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { isBrowsing } from './browsing.ts';
import { Conversation } from './conversation.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { SideList } from './side-list.tsx';

/** Shown where no conversation is chosen, or exists. */
function NothingOpen({ hasTickets }: { hasTickets: boolean }) {
  const { hint, to, label } = firstSteps[sideOf(useProfile().user_type)];
  if (hasTickets) {
    return (
      // On phones the list is here.
      <EmptyState className="self-start max-md:hidden md:ml-6">
        Select a request to view discussions
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No discussions available"
      className="self-start md:ml-6"
      action={
        <Button asChild variant="primary">
          <Link to={to}>{label}</Link>
        </Button>
      }
    >
      {hint}
    </EmptyState>
  );
}

const firstSteps: Record<PlanSide, { hint: string; to: string; label: string }> = {
  customer: {
    hint: 'A discussion opens here as soon as an unblocker takes up one of your requests.',
    to: paths.customerDashboard(),
    label: 'Go to Your Dashboard',
  },
  developer: {
    hint: 'Message a customer or grab a request, and the discussion opens here.',
    to: paths.available(),
    label: 'See Available Requests',
  },
};

const KeyboardDialog = dialogOnDemand(
  async () => (await import('./keyboard-dialog.tsx')).KeyboardDialog,
);

export function meta() {
  return [{ title: 'Discussions · Unblock' }];
}

/** List and thread side by side; on phones one of the two. */
export default function DiscussionsPage() {
  const { ticketId } = useParams();
  const browsing = isBrowsing(useLocation());
  const [onlyUnread, setOnlyUnread] = useState(false);
  const list = useDiscussions(onlyUnread);
  const first = list.tickets?.[0];
  const searchField = useRef<HTMLInputElement>(null);
  const [keysShown, setKeysShown] = useState(false);
  useShortcuts({ '/': () => searchField.current?.focus(), '?': () => setKeysShown(true) });
  useFirstSelected({ first, wanted: !ticketId && !browsing });
  const listed = list.tickets?.find(({ id }) => id === ticketId);
  const opening = !ticketId && !browsing && (list.isPending || first !== undefined);

  return (
    <div
      className={cx(
        'flex flex-col md:h-[calc(100dvh-7.5rem-1px)] md:min-h-120',
        ticketId && 'max-md:-mx-4 max-md:-my-6 max-md:h-[calc(100dvh-3.5rem-1px)] sm:max-md:-mx-6',
      )}
    >
      <div className={cx(ticketId && 'max-md:sr-only')}>
        <PageHead title="Discussions" />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[16rem_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)] md:gap-0 lg:grid-cols-[18rem_minmax(0,1fr)] 3xl:grid-cols-[22rem_minmax(0,1fr)]">
        <SideList
          list={list}
          selected={ticketId}
          onlyUnread={onlyUnread}
          onOnlyUnread={setOnlyUnread}
          searchField={searchField}
          className={cx(
            ticketId && 'max-md:hidden',
            ticketId || opening ? 'md:rounded-r-none' : 'md:self-start',
          )}
        />
        {ticketId && (
          <Conversation
            key={ticketId}
            ticketId={ticketId}
            listed={listed}
            onKeys={() => setKeysShown(true)}
          />
        )}
        {opening && <ConversationSkeleton className="max-md:hidden" />}
        {!ticketId && !opening && !list.error && <NothingOpen hasTickets={first !== undefined} />}
      </div>
      {keysShown && <KeyboardDialog onClose={() => setKeysShown(false)} />}
    </div>
  );
}

/** Sorted by the last activity, also as it happens. */
function useDiscussions(onlyUnread: boolean) {
  const list = useTicketList('discussions', {
    order: 'activity',
    ...(onlyUnread && { unread: 'true' as const }),
  });
  const { tickets } = list;
  const inOrder = useMemo(
    () => tickets?.toSorted((a, b) => lastActivity(b).getTime() - lastActivity(a).getTime()),
    [tickets],
  );
  return { ...list, tickets: inOrder };
}

/** Opens the first request when the address names none. */
function useFirstSelected({ first, wanted }: { first: Ticket | undefined; wanted: boolean }) {
  const navigate = useNavigate();
  // During a refetch the list may still have an old first entry.
  const reading = useIsFetching({ queryKey: keys.ticketList('discussions') }) > 0;
  // It would end a step to another screen that the person has just begun.
  const going = useNavigation().state !== 'idle';
  const id = wanted && !reading && !going ? first?.id : undefined;
  useEffect(() => {
    // The person has just chosen one, although this still has the old address.
    if (!id || location.pathname !== paths.discussions()) return;
    void navigate(paths.discussion(id), { replace: true });
  }, [id, navigate]);
}
