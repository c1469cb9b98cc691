import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Quote } from '#domain/message.ts';
import { paths } from '#domain/paths.ts';
import { isOpen, isSide } from '#domain/relation.ts';
import type { Ticket } from '#domain/ticket.ts';
import { ApiError, errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { conversationName } from '../api/conversation-name.ts';
import { keys } from '../api/query-keys.ts';
import { useProfile } from '../api/session.tsx';
import { SecretsAsked } from '../files/shield/secrets-asked.tsx';
import { TicketFilesProvider } from '../files/ticket-files-provider.tsx';
import { onDemand } from '../shell/on-demand.tsx';
import { isNoLongerMine, NoLongerYours } from '../tickets/no-longer-yours.tsx';
import { TimerLine } from '../tickets/timer-line.tsx';
import { TurnWords } from '../tickets/turn-words.tsx';
import { choosesHeld, HeldChoice, OpenProposal } from '../tickets/ways-out/ways-out-notes.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { alertError } from '../ui/toasts.tsx';
import { useMedia } from '../ui/use-media.ts';
import { authorOf } from './author-of.ts';
import { browsing } from './browsing.ts';
import { ConversationHead } from './conversation-head.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { RequestPanel } from './request-panel.tsx';
import { Thread } from './thread.tsx';
import type { UnsentMessage } from './unsent-messages.ts';
import { useOutbox } from './use-outbox.ts';
import { usePairings } from './use-pairings.ts';
import { useGoTo, useTarget } from './use-target.ts';
import { useThread } from './use-thread.ts';
import { type Rewriter, Writing } from './writing.tsx';

interface ConversationProps {
  ticketId: string;
  /** The request from the list, shown until the current one has loaded. */
  listed: Ticket | undefined;
  /** It stands on the roadmap, which says already what it is about. */
  isPart?: boolean;
  /** Shows the keyboard shortcuts. */
  onKeys: () => void;
}

export function Conversation({ ticketId, listed, isPart = false, onKeys }: ConversationProps) {
  const { ticket, error, lost, refetch } = useDiscussedTicket(ticketId, listed);
  if (lost) return <NoLongerYours />;
  if (ticket) {
    return (
      <TicketFilesProvider ticketId={ticketId}>
        <OpenConversation ticket={ticket} isPart={isPart} onKeys={onKeys} />
      </TicketFilesProvider>
    );
  }
  if (error) return <RequestNotFound error={error} onRetry={refetch} />;
  return <ConversationSkeleton />;
}

interface OpenConversationProps {
  ticket: Ticket;
  isPart: boolean;
  onKeys: () => void;
}

function OpenConversation({ ticket, isPart, onKeys }: OpenConversationProps) {
  const me = useProfile().id;
  const [target, leaveTarget] = useTarget();
  const loaded = useThread(ticket.id, target);
  useGoTo(loaded, target, leaveTarget);
  const outbox = useOutbox(ticket, loaded.thread?.messages);
  const writing = useRef<Rewriter>(null);
  const goesOn = useRef(false);
  const { message } = ticket.actions;
  // Where one may no longer write, there is nothing to ask.
  const held = message?.allowed ? outbox.unsent.find(({ found }) => found) : undefined;

  const answer = useCallback((quote: Quote) => writing.current?.answer(quote), []);

  function rewrite(unsent: UnsentMessage) {
    if (!writing.current) return;
    if (writing.current.rewrite(unsent)) return outbox.discard(unsent);
    alertError('Another message is still being sent.');
    outbox.stopAsking(unsent);
  }

  return (
    <div
      className={cx(
        'grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]',
        !isPart && 'xl:grid-cols-[minmax(0,1fr)_18rem] 3xl:grid-cols-[minmax(0,1fr)_22rem]',
      )}
    >
      <section
        aria-label={`Conversation about ${ticket.title}`}
        className={cx(
          'flex min-h-0 flex-col border-line bg-surface',
          isPart ? 'rounded border' : 'md:border-y md:border-r max-xl:md:rounded-r',
        )}
      >
        {!isPart && <ConversationHead ticket={ticket} />}
        <TurnStrip ticket={ticket} isPart={isPart} />
        <TimerLine ticket={ticket} className="border-b border-line px-4 py-1.5" />
        <Thread
          ticket={ticket}
          loaded={loaded}
          target={target}
          onLeaveTarget={leaveTarget}
          // One with keys is not shown while its author is asked about them.
          unsent={outbox.unsent.filter((one) => one !== held)}
          onResend={outbox.resend}
          onEdit={rewrite}
          onDiscard={outbox.discard}
          onReply={answer}
        />
        {message?.allowed && isOpen(ticket) && (
          <p className="border-t border-line px-4 py-2 text-sm text-ink-soft">
            Every unblocker who takes this request will read it
          </p>
        )}
        {message?.allowed && (
          <Writing
            // Another one for each person, which begins with what was begun to them.
            key={conversationName(ticket)}
            ref={writing}
            ticket={ticket}
            goesOn={goesOn}
            mayAsk={ticket.actions.ask?.allowed === true}
            authorOf={(quote) => authorOf(quote, ticket, me)}
            onSend={(words) => {
              leaveTarget();
              void loaded.goToNewest();
              outbox.send(words);
            }}
            onKeys={onKeys}
          />
        )}
        {held?.found && (
          <SecretsAsked
            items={held.found}
            act="Send"
            onChoice={(secrets) =>
              secrets === 'back' ? rewrite(held) : outbox.resend({ ...held, secrets })
            }
          />
        )}
        {message?.reason && (
          <p className="border-t border-line p-4 text-sm text-ink-soft">{message.reason}</p>
        )}
      </section>
      {!isPart && <RequestPanel ticket={ticket} />}
    </div>
  );
}

/** The request could not be loaded, for example offline. */
function RequestNotFound({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <EmptyState
      title="Request not found"
      className="justify-center max-md:m-4 md:rounded-l-none md:border-l-0 md:border-solid"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={onRetry}>
            Try Again
          </Button>
          <Button asChild className="md:hidden">
            <Link to={paths.discussions()} state={browsing}>
              Back to Your Tickets
            </Link>
          </Button>
        </div>
      }
    >
      <p role="alert">{errorText(error)}</p>
    </EmptyState>
  );
}

const NextStep = onDemand(async () => (await import('./plan-brief.tsx')).NextStep);

/** Whose turn it is, above the thread; with the next button where there is no panel beside it. */
function TurnStrip({ ticket, isPart }: { ticket: Ticket; isPart: boolean }) {
  const hasPanel = useMedia('(min-width: 80rem)');
  const waits = titleOf(ticket);
  const hasButton = !isPart && !hasPanel && ticket.turn.action !== null;
  return (
    <div
      className={cx(
        'flex items-center justify-between gap-3 border-b border-line px-4 py-1.5',
        ticket.turn.whose === 'mine' && 'bg-turn-soft',
        // The room of its button, which comes with the plan: nothing below it moves then.
        hasButton && 'min-h-14.25 md:min-h-11.25',
      )}
    >
      <TurnWords ticket={ticket} className="text-sm" />
      {hasButton && <NextStep ticket={ticket} />}
      {/* Its dialog goes with it: the next proposal must not open by itself. */}
      {waits !== null && <ToAnswer ticket={ticket} title={waits} />}
    </div>
  );
}

function titleOf(ticket: Ticket): string | null {
  if (ticket.cancellation) return 'Proposal to Cancel';
  if (ticket.change) return 'Change of the Plan';
  return choosesHeld(ticket) ? 'Held Money' : null;
}

/** What waits for an answer, on demand, where it has no room beside the thread. */
function ToAnswer({ ticket, title }: { ticket: Ticket; title: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" className="xl:hidden" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} size="sm">
        <OpenProposal ticket={ticket} />
        <HeldChoice ticket={ticket} />
      </Dialog>
    </>
  );
}

/**
 * The request of a thread, which may not be on the list's first page. A missing one, or one without a
 * discussion, leads back to /discussions.
 */
function useDiscussedTicket(ticketId: string, listed: Ticket | undefined) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: keys.ticket(ticketId),
    queryFn: ({ signal }) => api.get('/api/tickets/{id}', { path: { id: ticketId }, signal }),
    ...(listed && { placeholderData: listed }),
    // The cached one may be older than the reservation that led here.
    refetchOnMount: 'always',
  });
  const { data, error, isFetching } = query;
  // Candidates have nobody to talk to yet.
  const looksOn = data !== undefined && !isSide(data.relation);
  // The viewer may be a former developer of an open request: then they have read some, or are told so.
  const before = usePairings(ticketId, looksOn);
  const had = looksOn && before.data !== undefined;
  const lost = had || [error, before.error].some(isNoLongerMine);
  const gone = !isFetching && !lost && (isMissing(error) || (looksOn && !before.isPending));

  useEffect(() => {
    if (!gone) return;
    alertError('Request not found');
    void queryClient.invalidateQueries({ queryKey: keys.tickets() });
    void navigate(paths.discussions(), { replace: true });
  }, [gone, navigate, queryClient]);

  return {
    ticket: looksOn ? undefined : data,
    error: gone ? null : error,
    lost,
    refetch: () => void query.refetch(),
  };
}

/** An address without a valid id is answered with 400. */
function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
