import type { Ticket } from '#domain/ticket.ts';
import { TicketFilesProvider } from '../files/ticket-files-provider.tsx';
import { useFormFiles } from '../files/use-form-files.ts';
import { Composer } from './composer.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { RequestNotFound } from './request-not-found.tsx';
import { RequestPanel } from './request-panel.tsx';
import { Thread } from './thread.tsx';
import { useDiscussedTicket } from './use-discussed-ticket.ts';
import { useDraft } from './use-draft.ts';
import { useOutbox } from './use-outbox.ts';
import { useGoTo, useTarget } from './use-target.ts';
import { useTellTyping } from './use-tell-typing.ts';
import { useThread } from './use-thread.ts';

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
  useGoTo(loaded, target);
  const outbox = useOutbox(ticket.id, loaded.thread?.messages);
  const [draft, setDraft] = useDraft(ticket.id);
  const files = useFormFiles(`message.${ticket.id}`);
  const tellTyping = useTellTyping(ticket.id);
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
          loaded={loaded}
          target={target}
          onLeaveTarget={leaveTarget}
          unsent={outbox.unsent}
          onResend={outbox.resend}
          onEdit={(unsent) => {
            outbox.discard(unsent);
            setDraft([draft, unsent.text].filter(Boolean).join('\n\n'));
            files.addKept(unsent.files);
          }}
        />
        {message?.allowed && (
          <Composer
            draft={draft}
            onDraft={setDraft}
            files={files}
            onWrite={tellTyping}
            onSend={(words) => {
              leaveTarget();
              void loaded.goToNewest();
              outbox.send(words);
            }}
            onKeys={onKeys}
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
