import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { dayOf } from '#domain/day-words.ts';
import type { Message, Quote } from '#domain/message.ts';
import type { Pairing } from '#domain/pairing.ts';
import type { Ticket } from '#domain/ticket.ts';
import { useProfile } from '../api/session.tsx';
import { isUnread, type LoadedThread } from '../api/thread.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { useMilestones } from '../tickets/roadmap/use-plan-data.ts';
import { cx } from '../ui/cx.ts';
import { authorOf } from './author-of.ts';
import { DayLine, type Happening, HappeningLine, happenings, UnreadLine } from './happening.tsx';
import { PairingEnd } from './pairing-end.tsx';
import { SentMessage } from './sent-message.tsx';
import { SystemMessage } from './system-message.tsx';
import { UnsentBubble } from './unsent-bubble.tsx';
import type { UnsentMessage } from './unsent-messages.ts';
import { usePairings } from './use-pairings.ts';
import { waitingIn } from './waiting-messages.ts';

const EditMessageDialog = dialogOnDemand(
  async () => (await import('./edit-message-dialog.tsx')).EditMessageDialog,
);

interface MessageListProps {
  ticket: Ticket;
  thread: LoadedThread;
  unsent: UnsentMessage[];
  /** The scrolling element, and the height above the list in it (px). */
  frame: RefObject<HTMLDivElement | null>;
  headHeight: number;
  /** The message named by the address. */
  target: string | null;
  onTarget: () => void;
  onResend: (message: UnsentMessage) => void;
  onEdit: (message: UnsentMessage) => void;
  onDiscard: (message: UnsentMessage) => void;
  onReply: (quote: Quote) => void;
}

/** Up to this length everything is rendered, so that the browser's search and screen readers find it. */
const DRAWN_WHOLE = 150;

/** Renders only the visible part of a long thread. */
export function MessageList({
  ticket,
  thread,
  unsent,
  frame,
  headHeight,
  ...rest
}: MessageListProps) {
  const { target, onTarget, onResend, onEdit, onDiscard, onReply } = rest;
  const { messages, part } = thread;
  const me = useProfile().id;
  const milestones = useMilestones(ticket.id).data?.items;
  const between = useMemo(
    () => inSight(happenings(thread.lines, milestones), thread),
    [thread, milestones],
  );
  const told = useMemo(() => inOrder(messages, between), [messages, between]);
  const entries = [...told, ...unsent];
  const list = useRef<VirtualizerHandle>(null);
  // Here, as the row itself goes when it is scrolled out of sight.
  const [editing, setEditing] = useState<Message | null>(null);
  const firstUnread = useFirstUnread(thread, me);
  const seen = messages.findLast(
    ({ author_id, is_read, is_deleted }) => author_id === me && is_read && !is_deleted,
  )?.id;
  const place = target === null ? -1 : entries.findIndex((one) => 'id' in one && one.id === target);
  useShown(list, { place, target, part, onTarget });

  const mayWrite = ticket.actions.message?.allowed === true;
  const waiting = waitingIn(messages, ticket);
  const pairings = usePairings(ticket.id).data?.items ?? [];

  function authorOfQuote(quote: Quote | null | undefined): string | undefined {
    return quote ? authorOf(quote, ticket, me, pairings) : undefined;
  }

  /** Ended conversations are read-only: a quote would show them to the current developer. */
  function canAnswer({ pairing_id }: Message): boolean {
    const isOver = pairings.some(({ id, is_present }) => id === pairing_id && !is_present);
    return mayWrite && !isOver;
  }

  /** The ended conversation whose last entry this is. */
  function endsAt(place: number): Pairing | undefined {
    const said = entries.slice(0, place + 1).findLast((one) => 'id' in one);
    const next = entries.slice(place + 1).find((one) => 'id' in one);
    const goesOn = next ? next.pairing_id === said?.pairing_id : thread.newer !== null;
    const pairing = pairings.find(({ id, ended_at }) => id === said?.pairing_id && ended_at);
    if (goesOn || !pairing?.ended_at) return undefined;
    const end = new Date(pairing.ended_at).getTime();
    // Events from before its end.
    const isBefore = (one: Entry | undefined) => one && 'at' in one && momentOf(one) <= end;
    const [entry, following] = [entries[place], entries[place + 1]];
    return (entry === said || isBefore(entry)) && !isBefore(following) ? pairing : undefined;
  }
  return (
    <>
      <Virtualizer
        // Measured sizes belong to the messages of one part.
        key={part}
        ref={list}
        as="ol"
        item="li"
        scrollRef={frame}
        startMargin={headHeight}
        shift={useGrownAtStart(part, entries[0] && keyOf(entries[0]))}
        data={entries}
        keepMounted={entries.length <= DRAWN_WHOLE ? [...entries.keys()] : []}
      >
        {(entry, place) => {
          const day = beginsDay(entries[place - 1], entry, thread) ? momentOf(entry) : undefined;
          const ended = endsAt(place);
          const after = ended && <PairingEnd ticket={ticket} pairing={ended} />;
          if ('at' in entry) {
            return (
              <Row key={entry.key} day={day} after={after}>
                <HappeningLine happening={entry} />
              </Row>
            );
          }
          if (!('id' in entry)) {
            const { answers } = entry;
            return (
              <Row key={entry.client_id} day={day}>
                <UnsentBubble
                  message={entry}
                  answered={authorOfQuote(answers)}
                  onResend={onResend}
                  onEdit={mayWrite ? onEdit : undefined}
                  onDiscard={onDiscard}
                />
              </Row>
            );
          }
          const Entry = entry.is_system ? SystemMessage : SentMessage;
          return (
            <Row
              key={keyOf(entry)}
              day={day}
              firstUnread={entry.id === firstUnread}
              target={entry.id === target}
              after={after}
            >
              <Entry
                message={entry}
                author={authorOf(entry, ticket, me, pairings)}
                mine={entry.author_id === me}
                seen={entry.id === seen}
                answered={authorOfQuote(entry.quote)}
                waits={entry.id !== undefined && waiting.has(entry.id)}
                onReply={canAnswer(entry) ? onReply : undefined}
                onEdit={setEditing}
              />
            </Row>
          );
        }}
      </Virtualizer>
      {editing && <EditMessageDialog message={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

interface RowProps {
  /** The day that starts here. */
  day?: number | undefined;
  /** The first message that was unread when the thread was opened. */
  firstUnread?: boolean;
  target?: boolean;
  after?: ReactNode;
  children: ReactNode;
}

function Row({ day, firstUnread = false, target = false, after, children }: RowProps) {
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
      {after}
    </>
  );
}

type Entry = Message | Happening | UnsentMessage;

function momentOf(entry: Entry): number {
  if ('at' in entry) return Date.parse(entry.at);
  return 'id' in entry ? new Date(entry.created_at).getTime() : entry.written_at;
}

/** The unconfirmed copy of a message keeps its key. */
function keyOf(entry: Entry): string {
  if ('at' in entry) return entry.key;
  return 'id' in entry ? (entry.client_id ?? entry.id) : entry.client_id;
}

/** Events beside messages that are not loaded come with them. */
function inSight(happened: Happening[], { messages, older, newer }: LoadedThread): Happening[] {
  const [first, last] = [messages[0], messages.at(-1)];
  const from = older !== null && first ? momentOf(first) : Number.NEGATIVE_INFINITY;
  const until = newer !== null && last ? momentOf(last) : Number.POSITIVE_INFINITY;
  return happened.filter((one) => momentOf(one) >= from && momentOf(one) < until);
}

/** By time; messages keep the server's order. */
function inOrder(messages: readonly Message[], happened: readonly Happening[]): Entry[] {
  const entries: Entry[] = [];
  let next = 0;
  for (const message of messages) {
    for (; next < happened.length; next++) {
      const one = happened[next];
      if (!one || momentOf(one) > momentOf(message)) break;
      entries.push(one);
    }
    entries.push(message);
  }
  return [...entries, ...happened.slice(next)];
}

/** Whether a day starts with an entry; unknown for the first loaded one. */
function beginsDay(before: Entry | undefined, entry: Entry, { older }: LoadedThread): boolean {
  if (!before) return older === null;
  return dayOf(new Date(momentOf(before))) !== dayOf(new Date(momentOf(entry)));
}

/** The first unread message when the thread was opened, once its predecessor is known. */
function useFirstUnread({ messages, older }: LoadedThread, me: string): string | undefined {
  const [opened, setOpened] = useState<{ unread: string | undefined }>();
  if (!opened && messages.length > 0) {
    const place = messages.findIndex((message) => isUnread(message, me));
    setOpened({ unread: place > 0 || older === null ? messages[place]?.id : undefined });
  }
  return opened?.unread;
}

/** True in the one render that adds older messages at the start. */
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

/** Scrolls to the message named by the address, once per visit. */
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
