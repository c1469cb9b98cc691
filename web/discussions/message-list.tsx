import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { dayOf } from '#domain/day-words.ts';
import type { Message } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import { useProfile } from '../api/session.tsx';
import type { LoadedThread } from '../api/thread.ts';
import { counterpartName } from '../tickets/counterpart.ts';
import { cx } from '../ui/cx.ts';
import { SentMessage } from './sent-message.tsx';
import { SystemMessage } from './system-message.tsx';
import { DayLine, UnreadLine } from './thread-lines.tsx';
import { UnsentBubble } from './unsent-bubble.tsx';
import type { UnsentMessage } from './unsent-messages.ts';

interface MessageListProps {
  ticket: Ticket;
  thread: LoadedThread;
  unsent: UnsentMessage[];
  /** What scrolls, and how much stands over the list in it (px). */
  frame: RefObject<HTMLDivElement | null>;
  headHeight: number;
  /** The message that the address names. */
  target: string | null;
  onTarget: () => void;
  onResend: (message: UnsentMessage) => void;
  onEdit: (message: UnsentMessage) => void;
}

/** Up to here all is drawn, so that the browser's own search and readers find it. */
const DRAWN_WHOLE = 150;

/** Draws only what is in sight of a long thread, so that it may be of any length. */
export function MessageList({
  ticket,
  thread,
  unsent,
  frame,
  headHeight,
  ...rest
}: MessageListProps) {
  const { target, onTarget, onResend, onEdit } = rest;
  const { messages, part } = thread;
  const me = useProfile().id;
  const entries = [...messages, ...unsent];
  const list = useRef<VirtualizerHandle>(null);
  const firstUnread = useFirstUnread(thread, me);
  const seen = messages.findLast(
    ({ author_id, is_read, is_deleted }) => author_id === me && is_read && !is_deleted,
  )?.id;
  const place = target === null ? -1 : messages.findIndex(({ id }) => id === target);
  useShown(list, { place, target, part, onTarget });

  /** Whoever held the request before may have left words in it too. */
  function authorOf(message: Message): string {
    if (message.author_id === me) return 'You';
    // Steps speak in the customer's name, decisions in the moderator's.
    if (message.is_system && message.author_id !== ticket.customer_id) return 'Moderator';
    return message.author_id === ticket.counterpart?.id ? counterpartName(ticket) : 'Someone else';
  }

  return (
    <Virtualizer
      // Sizes that were measured in another part of the thread belong to other messages.
      key={part}
      ref={list}
      as="ol"
      item="li"
      scrollRef={frame}
      startMargin={headHeight}
      shift={useGrownAtStart(part, messages[0]?.id)}
      data={entries}
      keepMounted={entries.length <= DRAWN_WHOLE ? [...entries.keys()] : []}
    >
      {(entry, place) => {
        const day = beginsDay(entries[place - 1], entry, thread) ? momentOf(entry) : undefined;
        if (!('id' in entry)) {
          return (
            <Row key={entry.client_id} day={day}>
              <UnsentBubble message={entry} onResend={onResend} onEdit={onEdit} />
            </Row>
          );
        }
        const Entry = entry.is_system ? SystemMessage : SentMessage;
        return (
          // The copy that was shown before the server's answer keeps its place.
          <Row
            key={entry.client_id ?? entry.id}
            day={day}
            firstUnread={entry.id === firstUnread}
            target={entry.id === target}
          >
            <Entry
              message={entry}
              author={authorOf(entry)}
              mine={entry.author_id === me}
              seen={entry.id === seen}
            />
          </Row>
        );
      }}
    </Virtualizer>
  );
}

interface RowProps {
  /** The day that begins with it. */
  day?: number | undefined;
  /** What the reader had not read when the thread was opened begins with it. */
  firstUnread?: boolean;
  target?: boolean;
  children: ReactNode;
}

function Row({ day, firstUnread = false, target = false, children }: RowProps) {
  return (
    <>
      {day !== undefined && <DayLine at={day} />}
      {firstUnread && <UnreadLine />}
      <div
        aria-current={target || undefined}
        className={cx(
          'px-4 py-2.5 md:px-6',
          target && 'bg-turn-soft/50 shadow-[inset_3px_0_var(--turn)]',
        )}
      >
        {children}
      </div>
    </>
  );
}

type Entry = Message | UnsentMessage;

function momentOf(entry: Entry): number {
  return 'id' in entry ? new Date(entry.created_at).getTime() : entry.written_at;
}

/** Whether a day begins with an entry; of the first one that is loaded nobody knows it yet. */
function beginsDay(before: Entry | undefined, entry: Entry, { older }: LoadedThread): boolean {
  if (!before) return older === null;
  return dayOf(new Date(momentOf(before))) !== dayOf(new Date(momentOf(entry)));
}

/** The first message that was not read when the thread was opened, once what is before it is known. */
function useFirstUnread({ messages, older }: LoadedThread, me: string): string | undefined {
  const [opened, setOpened] = useState<{ unread: string | undefined }>();
  if (!opened && messages.length > 0) {
    const place = messages.findIndex(({ author_id, is_read }) => author_id !== me && !is_read);
    setOpened({ unread: place > 0 || older === null ? messages[place]?.id : undefined });
  }
  return opened?.unread;
}

/** True in the one drawing in which older messages come before those that were the first. */
function useGrownAtStart(part: number, first: string | undefined): boolean {
  const drawn = useRef({ part, first });
  const before = drawn.current;
  useLayoutEffect(() => {
    drawn.current = { part, first };
  }, [part, first]);
  return before.part === part && before.first !== undefined && before.first !== first;
}

interface Shown {
  place: number;
  target: string | null;
  part: number;
  onTarget: () => void;
}

/** Brings the message that the address names into sight, once for each time it is gone to. */
function useShown(
  list: RefObject<VirtualizerHandle | null>,
  { place, target, part, onTarget }: Shown,
): void {
  const { key } = useLocation();
  const shown = useRef('');
  useEffect(() => {
    const visit = `${target} ${key} ${part}`;
    if (place < 0 || shown.current === visit) return;
    shown.current = visit;
    onTarget();
    list.current?.scrollToIndex(place, { align: 'center' });
  }, [list, place, target, key, part, onTarget]);
}
