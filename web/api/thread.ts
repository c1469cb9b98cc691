import type { Message, MessagePage, ThreadLine } from '#domain/message.ts';
import { excerptOf } from '#domain/plain-text.ts';

/** The part of a thread that this browser has loaded: without gaps, in the order of the server. */
export interface LoadedThread {
  messages: readonly Message[];
  /** What happened to the request meanwhile, oldest first; of other parts it may know more. */
  lines: readonly ThreadLine[];
  /** Lead to what is not loaded; null where nothing is left. */
  older: string | null;
  newer: string | null;
  /**
   * No message up to this position is missing. Own messages and live ones do not move it: before them
   * something may have been missed.
   */
  wholeTo: number;
  /** Another part altogether has another number. */
  part: number;
}

let parts = 0;

/** A page on its own: the thread was opened, or another part of it was gone to. */
export function threadAt(page: MessagePage): LoadedThread {
  parts += 1;
  return {
    messages: page.items,
    lines: page.lines,
    older: page.next_cursor,
    newer: page.newer_cursor,
    wholeTo: lastPosition(page),
    part: parts,
  };
}

export function withOlder(thread: LoadedThread, page: MessagePage): LoadedThread {
  const messages = merged(page.items, thread.messages);
  return { ...thread, ...linesOf(thread, page), messages, older: page.next_cursor };
}

export function withNewer(thread: LoadedThread, page: MessagePage): LoadedThread {
  const messages = merged(thread.messages, page.items);
  const wholeTo = Math.max(thread.wholeTo, lastPosition(page));
  return { ...thread, ...linesOf(thread, page), messages, newer: page.newer_cursor, wholeTo };
}

/** Further back than these a catch-up does not look: what was missed there loads as it is scrolled to. */
const CATCH_UP_PAGES = 5;

/**
 * After a gap in what was heard: reads the newest page, and those before it until they reach what is
 * known to be whole. `loaded` gives the thread as it is by then, `read` a page, the newest or that
 * before a cursor.
 */
export async function catchUp(
  loaded: () => LoadedThread | undefined,
  read: (before?: string) => Promise<MessagePage>,
): Promise<LoadedThread> {
  let page = await read();
  for (let pages = 1; pages < CATCH_UP_PAGES; pages++) {
    const known = loaded();
    if (!known || page.next_cursor === null || reaches(page, known)) break;
    page = joined(await read(page.next_cursor), page);
  }
  const thread = loaded();
  return thread ? withNewest(thread, page) : threadAt(page);
}

/**
 * The newest page joins what is loaded. Where it does not reach back to that, it stands alone, and
 * older pages load as before.
 */
export function withNewest(thread: LoadedThread, page: MessagePage): LoadedThread {
  // The reader is somewhere back; the end is loaded when they come to it.
  if (thread.newer !== null) return thread;
  if (!reaches(page, thread)) return threadAt(page);
  const messages = settleRead(merged(thread.messages, page.items));
  const wholeTo = Math.max(thread.wholeTo, lastPosition(page));
  return { ...thread, ...linesOf(thread, page), messages, wholeTo };
}

function joined(older: MessagePage, newer: MessagePage): MessagePage {
  return {
    items: [...older.items, ...newer.items],
    lines: [...older.lines, ...newer.lines],
    next_cursor: older.next_cursor,
    newer_cursor: newer.newer_cursor,
  };
}

/** Whether nothing can be missing between the thread and this page. */
function reaches({ items, next_cursor }: MessagePage, { newer, wholeTo }: LoadedThread): boolean {
  const [first] = items;
  return newer !== null || !first || next_cursor === null || first.position <= wholeTo;
}

function lastPosition({ items }: MessagePage): number {
  return items.at(-1)?.position ?? 0;
}

/** Pages overlap by what happened at their ends. */
function linesOf({ lines }: LoadedThread, page: MessagePage): Pick<LoadedThread, 'lines'> {
  if (page.lines.length === 0) return { lines };
  const byId = new Map([...lines, ...page.lines].map((line) => [line.id, line]));
  return { lines: [...byId.values()].sort((a, b) => a.id - b.id) };
}

/** A message that was heard of or sent takes its place, or that of its older self. */
export function withMessage(thread: LoadedThread, message: Message): LoadedThread {
  const last = thread.messages.at(-1);
  const beyond = !last || message.position > last.position;
  if (beyond && thread.newer !== null) return thread;
  const before = thread.messages[0];
  // Further back than what is loaded: it comes with its page.
  if (before && message.position < before.position && thread.older !== null) return thread;
  return { ...thread, messages: quoting(merged(thread.messages, [message]), message) };
}

/** What answers a message shows it as it is now: edited, or gone. */
function quoting(messages: readonly Message[], { id, text }: Message): readonly Message[] {
  if (!messages.some(({ reply_to }) => reply_to === id)) return messages;
  const excerpt = excerptOf(text);
  return messages.map((message) =>
    message.quote?.id === id ? { ...message, quote: { ...message.quote, excerpt } } : message,
  );
}

/**
 * What the other side has written up to this position is read by this person now. What came after is
 * not, even where both are told at once: it would never be marked on the server.
 */
export function withRead(thread: LoadedThread, readerId: string, upTo: number): LoadedThread {
  const isRead = (message: Message) => isUnread(message, readerId) && message.position <= upTo;
  if (!thread.messages.some(isRead)) return thread;
  const messages = thread.messages.map((message) =>
    isRead(message) ? { ...message, is_read: true } : message,
  );
  return { ...thread, messages };
}

export function isUnread({ author_id, is_read }: Message, readerId: string): boolean {
  return author_id !== readerId && !is_read;
}

/**
 * Both in one order, each message once; of two copies the later named stays. What has been read stays
 * read: an answer may be older than the sign that came before it.
 */
function merged(earlier: readonly Message[], later: readonly Message[]): readonly Message[] {
  const last = earlier.at(-1);
  const [first] = later;
  if (!last || !first) return last ? earlier : later;
  if (last.position < first.position) return [...earlier, ...later];
  const byId = new Map(earlier.map((message) => [message.id, message]));
  for (const message of later) {
    const wasRead = byId.get(message.id)?.is_read && !message.is_read;
    byId.set(message.id, wasRead ? { ...message, is_read: true } : message);
  }
  return [...byId.values()].sort((a, b) => a.position - b.position);
}

/** Who has read a message has read all before it: also those that are not asked for again. */
function settleRead(messages: readonly Message[]): readonly Message[] {
  const seen = new Set<string>();
  const settled = messages.toReversed().map((message) => {
    if (message.is_read) seen.add(message.author_id);
    const missed = !message.is_read && seen.has(message.author_id);
    return missed ? { ...message, is_read: true } : message;
  });
  return settled.reverse();
}
