import { skipToken, useQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Message, Quote } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import type { Typing } from '../api/live-events.ts';
import { keys } from '../api/query-keys.ts';
import { useProfile } from '../api/session.tsx';
import type { LoadedThread } from '../api/thread.ts';
import { isUnread } from '../api/thread.ts';
import { useNoticed } from '../notifications/use-noticed.ts';
import { MarkdownText } from '../text/markdown-text.tsx';
import { counterpartName } from '../tickets/counterpart.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ThreadSkeleton } from './conversation-skeleton.tsx';
import { MessageList } from './message-list.tsx';
import type { UnsentMessage } from './unsent-messages.ts';
import { useScrollPlace } from './use-scroll-place.ts';
import type { useThread } from './use-thread.ts';

const AGAIN_AFTER_MS = 5000;

/** Marks the other side's messages as read once they are on a visible page. */
function useMarkRead(ticketId: string, messages: readonly Message[] | undefined): void {
  const me = useProfile().id;
  const visible = useSyncExternalStore(subscribe, isVisible);
  const newestUnread = messages?.findLast((message) => isUnread(message, me));
  const unreadId = newestUnread?.id;
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!unreadId || !visible) return;
    let again: ReturnType<typeof setTimeout>;
    api.post('/api/tickets/{id}/read', { path: { id: ticketId } }).catch((cause: unknown) => {
      console.error('Failed to mark messages as read', cause);
      again = setTimeout(() => setAttempt(attempt + 1), AGAIN_AFTER_MS);
    });
    return () => clearTimeout(again);
  }, [ticketId, unreadId, visible, attempt]);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Shows a message that was just written, however long the rest takes to load. */
const NOTHING_LOADED: LoadedThread = {
  messages: [],
  lines: [],
  older: null,
  newer: null,
  wholeTo: 0,
  part: 0,
};

interface ThreadProps {
  ticket: Ticket;
  loaded: ReturnType<typeof useThread>;
  /** The message named by the address. */
  target: string | null;
  onLeaveTarget: () => void;
  unsent: UnsentMessage[];
  onResend: (message: UnsentMessage) => void;
  onEdit: (message: UnsentMessage) => void;
  onDiscard: (message: UnsentMessage) => void;
  onReply: (quote: Quote) => void;
}

/** The request and its messages, scrolled to the newest. */
export function Thread({ ticket, loaded, target, onLeaveTarget, unsent, ...acts }: ThreadProps) {
  const me = useProfile().id;
  const { thread, load, loading, failed } = loaded;
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const headHeight = useHeadHeight(frame, head);
  useMarkRead(ticket.id, thread?.messages);
  useNoticed(ticket.id);
  const newest = unsent.at(-1) ?? thread?.messages.at(-1);
  const onNear = useCallback(
    (end: 'older' | 'newer') => {
      if (!failed) void load(end);
    },
    [failed, load],
  );
  const { away, missed, following, showNewest, leaveEnd } = useScrollPlace({
    frame,
    content,
    onNear,
    newest: newest && (newest.client_id ?? ('id' in newest ? newest.id : undefined)),
    newestIsMine: newest?.author_id === me,
    newestIsUnsent: unsent.length > 0,
    complete: thread && thread.newer === null,
    startsElsewhere: target !== null,
  });

  async function goToNewest() {
    onLeaveTarget();
    await loaded.goToNewest();
    showNewest();
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={frame}
        role="log"
        aria-label="Conversation"
        // Announces new messages only, neither an opening thread nor its older pages.
        aria-live={following ? 'polite' : 'off'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div ref={content} className="presses-on pb-2.5">
          <div ref={head} className="px-4 pt-4 pb-2.5 md:px-6 md:pt-6">
            <RequestDescription ticket={ticket} />
            {thread?.older && (
              <div className="pt-5 text-center">
                <Button size="sm" pending={loading === 'older'} onClick={() => void load('older')}>
                  Show older messages
                </Button>
              </div>
            )}
          </div>
          {loaded.isPending && <ThreadSkeleton />}
          <LoadProblem {...loaded} />
          {thread?.messages.length === 0 && unsent.length === 0 && (
            <p className="py-8 text-center text-sm text-ink-soft">
              No messages yet. Start the conversation!
            </p>
          )}
          {(thread || unsent.length > 0) && (
            <MessageList
              {...{ ticket, unsent, frame, headHeight, target }}
              thread={thread ?? NOTHING_LOADED}
              {...acts}
              onTarget={leaveEnd}
            />
          )}
        </div>
      </div>
      <TypingMark ticket={ticket} />
      {(missed || away) && <ToNewest missed={missed} onClick={() => void goToNewest()} />}
    </div>
  );
}

function ToNewest({ missed, onClick }: { missed: boolean; onClick: () => void }) {
  return (
    <Button
      variant={missed ? 'primary' : 'secondary'}
      className="absolute bottom-8 left-1/2 -translate-x-1/2 animate-fade-in whitespace-nowrap shadow-lift"
      onClick={onClick}
    >
      <ArrowDown size={16} aria-hidden />
      {missed ? 'New messages' : 'Newest messages'}
    </Button>
  );
}

function LoadProblem({ error, thread, refetch }: ThreadProps['loaded']) {
  if (!error || thread) return null;
  return <ErrorBox className="mx-4 md:mx-6" text={errorText(error)} onRetry={refetch} />;
}

/** The customer's description, at the start of the conversation. */
function RequestDescription({ ticket }: { ticket: Ticket }) {
  const { title, body } = splitDescription(ticket.description);
  return (
    <article className="border-b border-line pb-5">
      <h2 dir="auto" className="text-lg leading-snug wrap-anywhere">
        {title}
      </h2>
      <div className="mt-1 mb-3">
        <RelativeTime at={ticket.created_at} className="text-2xs whitespace-nowrap text-ink-soft" />
      </div>
      {body && <MarkdownText text={body} />}
    </article>
  );
}

/** Longer than the pause between two typing signals. */
const SHOWN_MS = 6000;

/** Says that the other side is typing. Its line is always there, so that nothing moves. */
function TypingMark({ ticket }: { ticket: Ticket }) {
  const { data } = useQuery<Typing | null>({
    queryKey: keys.typing(ticket.id),
    queryFn: skipToken,
  });
  const at = data?.person_id === ticket.counterpart?.id ? (data?.at ?? 0) : 0;
  const [over, setOver] = useState(0);
  useEffect(() => {
    if (at === 0) return;
    const timer = setTimeout(() => setOver(at), Math.max(0, at + SHOWN_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);

  return (
    <p role="status" className="h-5 truncate px-4 text-2xs text-ink-soft md:px-6">
      {at > over && `${counterpartName(ticket)} is typing...`}
    </p>
  );
}

/** The height (px) above the messages. If it changes out of sight, the visible lines stay in place. */
function useHeadHeight(
  frame: RefObject<HTMLElement | null>,
  head: RefObject<HTMLElement | null>,
): number {
  const [height, setHeight] = useState(0);
  const before = useRef(0);

  useEffect(() => {
    const element = head.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => setHeight(element.offsetHeight));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [head]);

  useLayoutEffect(() => {
    const box = frame.current;
    const grown = height - before.current;
    const outOfSight = box && before.current > 0 && box.scrollTop >= before.current;
    before.current = height;
    if (outOfSight) box.scrollTop += grown;
  }, [frame, height]);

  return height;
}
