import { useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { errorText } from '../api/api-error.ts';
import { SecretDialog } from '../files/shield/secret-dialog.tsx';
import { TicketFilesProvider } from '../files/ticket-files-provider.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { browsing } from './browsing.ts';
import { ConversationHead } from './conversation-head.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { RequestPanel } from './request-panel.tsx';
import { Thread } from './thread.tsx';
import type { UnsentMessage } from './unsent-messages.ts';
import { useDiscussedTicket } from './use-discussed-ticket.ts';
import { useOutbox } from './use-outbox.ts';
import { useGoTo, useTarget } from './use-target.ts';
import { useThread } from './use-thread.ts';
import { type Rewriter, Writing } from './writing.tsx';

interface ConversationProps {
  ticketId: string;
  /** The request as the list has it, shown until its newest state has arrived. */
  listed: Ticket | undefined;
  /** Shows the keys. */
  onKeys: () => void;
}

export function Conversation({ ticketId, listed, onKeys }: ConversationProps) {
  const { ticket, error, refetch } = useDiscussedTicket(ticketId, listed);
  if (ticket) {
    return (
      <TicketFilesProvider ticketId={ticketId}>
        <OpenConversation ticket={ticket} onKeys={onKeys} />
      </TicketFilesProvider>
    );
  }
  if (error) return <RequestNotFound error={error} onRetry={refetch} />;
  return <ConversationSkeleton />;
}

function OpenConversation({ ticket, onKeys }: { ticket: Ticket; onKeys: () => void }) {
  const [target, leaveTarget] = useTarget();
  const loaded = useThread(ticket.id, target);
  useGoTo(loaded, target, leaveTarget);
  const outbox = useOutbox(ticket.id, loaded.thread?.messages);
  const writing = useRef<Rewriter>(null);
  const { message } = ticket.actions;
  const held = outbox.unsent.find(({ found }) => found);

  function rewrite(unsent: UnsentMessage) {
    if (!writing.current) return;
    outbox.discard(unsent);
    writing.current.rewrite(unsent);
  }

  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_18rem]">
      <section
        aria-label={`Conversation about ${ticket.title}`}
        className="flex min-h-0 flex-col border-line bg-surface md:border-y md:border-r max-xl:md:rounded-r"
      >
        <ConversationHead ticket={ticket} />
        <Thread
          ticket={ticket}
          loaded={loaded}
          target={target}
          onLeaveTarget={leaveTarget}
          unsent={outbox.unsent}
          onResend={outbox.resend}
          onEdit={rewrite}
        />
        {message?.allowed && (
          <Writing
            ref={writing}
            ticketId={ticket.id}
            onSend={(words) => {
              leaveTarget();
              void loaded.goToNewest();
              outbox.send(words);
            }}
            onKeys={onKeys}
          />
        )}
        {held?.found && (
          <SecretDialog
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
      <RequestPanel ticket={ticket} />
    </div>
  );
}

/** The request could not be loaded, for example because the connection is gone. */
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
