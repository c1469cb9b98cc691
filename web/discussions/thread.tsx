import { ArrowDown } from 'lucide-react';
import type { Ticket } from '#domain/ticket.ts';
import { errorText } from '../api/api-error.ts';
import { useProfile } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { ThreadSkeleton } from './conversation-skeleton.tsx';
import { MessageList } from './message-list.tsx';
import { RequestDescription } from './request-description.tsx';
import type { UnsentMessage } from './unsent-messages.ts';
import { useMarkRead } from './use-mark-read.ts';
import type { useMessages } from './use-messages.ts';
import { useNewestInSight } from './use-newest-in-sight.ts';

interface ThreadProps {
  ticket: Ticket;
  thread: ReturnType<typeof useMessages>;
  unsent: UnsentMessage[];
  onResend: (message: UnsentMessage) => void;
  onEdit: (message: UnsentMessage) => void;
}

/** The request and what was said about it, newest at the end and in sight. */
export function Thread({ ticket, thread, unsent, onResend, onEdit }: ThreadProps) {
  const me = useProfile().id;
  const { messages } = thread;
  useMarkRead(ticket.id, messages);
  const entries = [...(messages ?? []), ...unsent];
  const newest = entries.at(-1);
  const { frame, content, missed, showNewest } = useNewestInSight({
    oldest: messages?.[0]?.id,
    newest: newest && (newest.client_id ?? ('id' in newest ? newest.id : undefined)),
    newestIsMine: newest?.author_id === me,
  });

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={frame}
        role="log"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div ref={content} className="space-y-5 p-4 md:p-6">
          <RequestDescription ticket={ticket} />
          {thread.hasOlder && (
            <div className="text-center">
              <Button size="sm" pending={thread.isLoadingOlder} onClick={thread.loadOlder}>
                Show older messages
              </Button>
            </div>
          )}
          {thread.isPending && <ThreadSkeleton />}
          {thread.error && (
            <ErrorBox
              text={errorText(thread.error)}
              action={
                <Button size="sm" onClick={thread.refetch}>
                  Try Again
                </Button>
              }
            />
          )}
          {messages && entries.length === 0 && (
            <p className="py-8 text-center text-sm text-ink-soft">
              No messages yet. Start the conversation!
            </p>
          )}
          <MessageList
            ticket={ticket}
            messages={messages ?? []}
            unsent={unsent}
            onResend={onResend}
            onEdit={onEdit}
          />
        </div>
      </div>
      {missed && (
        <Button
          variant="primary"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 animate-fade-in shadow-lift"
          onClick={showNewest}
        >
          <ArrowDown size={16} aria-hidden />
          New messages
        </Button>
      )}
    </div>
  );
}
