import type { Ticket } from '#domain/ticket.ts';
import { Composer } from './composer.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { RequestNotFound } from './request-not-found.tsx';
import { RequestPanel } from './request-panel.tsx';
import { Thread } from './thread.tsx';
import { useDiscussedTicket } from './use-discussed-ticket.ts';
import { useDraft } from './use-draft.ts';
import { useMessages } from './use-messages.ts';
import { useOutbox } from './use-outbox.ts';

interface ConversationProps {
  ticketId: string;
  /** The request as the list has it, shown until its newest state has arrived. */
  listed: Ticket | undefined;
}

export function Conversation({ ticketId, listed }: ConversationProps) {
  const { ticket, error, refetch } = useDiscussedTicket(ticketId, listed);
  if (ticket) return <OpenConversation ticket={ticket} />;
  if (error) return <RequestNotFound error={error} onRetry={refetch} />;
  return <ConversationSkeleton />;
}

function OpenConversation({ ticket }: { ticket: Ticket }) {
  const thread = useMessages(ticket.id);
  const outbox = useOutbox(ticket.id, thread.messages);
  const [draft, setDraft] = useDraft(ticket.id);
  const { message } = ticket.actions;

  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_18rem]">
      <section
        aria-label={`Conversation about ${ticket.title}`}
        className="flex min-h-0 flex-col border-line bg-surface md:border-y md:border-r max-xl:md:rounded-r"
      >
        <ConversationHead ticket={ticket} />
        <Thread
          ticket={ticket}
          thread={thread}
          unsent={outbox.unsent}
          onResend={outbox.resend}
          onEdit={(unsent) => {
            outbox.discard(unsent);
            setDraft([draft, unsent.text].filter(Boolean).join('\n\n'));
          }}
        />
        {message?.allowed && <Composer draft={draft} onDraft={setDraft} onSend={outbox.sendText} />}
        {message?.reason && (
          <p className="border-t border-line p-4 text-sm text-ink-soft">{message.reason}</p>
        )}
      </section>
      <RequestPanel ticket={ticket} />
    </div>
  );
}
