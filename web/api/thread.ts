import type { Message, MessagePage } from '#domain/message.ts';

/** The part of a thread that this browser has loaded: without gaps, in the order of the server. */
export interface LoadedThread {
  messages: readonly Message[];
  /** Lead to what is not loaded; null where nothing is left. */
  older: string | null;
  newer: string | null;
  /** Another part altogether has another number. */
  part: number;
}

let parts = 0;

/** A page on its own: the thread was opened, or another part of it was gone to. */
export function threadAt(page: MessagePage): LoadedThread {
  parts += 1;
  return {
    messages: page.items,
    older: page.next_cursor,
    newer: page.newer_cursor,
    part: parts,
  };
}

export function withOlder(thread: LoadedThread, page: MessagePage): LoadedThread {
  return { ...thread, messages: merged(page.items, thread.messages), older: page.next_cursor };
}

export function withNewer(thread: LoadedThread, page: MessagePage): LoadedThread {
  return { ...thread, messages: merged(thread.messages, page.items), newer: page.newer_cursor };
}

/**
 * After a gap in what was heard: the newest page joins what is loaded. Where it does not reach
 * back to that, it stands alone, and older pages load as before.
 */
export function withNewest(thread: LoadedThread, page: MessagePage): LoadedThread {
  // The reader is somewhere back; the end is loaded when they come to it.
  if (thread.newer !== null) return thread;
  const last = thread.messages.at(-1);
  const [first] = page.items;
  const joins = !first || page.next_cursor === null || (last && first.position <= last.position);
  if (!joins) return threadAt(page);
  return { ...thread, messages: settleRead(merged(thread.messages, page.items)) };
}

/** A message that was heard of or sent takes its place, or that of its older self. */
export function withMessage(thread: LoadedThread, message: Message): LoadedThread {
  const last = thread.messages.at(-1);
  const beyond = !last || message.position > last.position;
  if (beyond && thread.newer !== null) return thread;
  const before = thread.messages[0];
  // Further back than what is loaded: it comes with its page.
  if (before && message.position < before.position && thread.older !== null) return thread;
  return { ...thread, messages: merged(thread.messages, [message]) };
}

/** Everything that the other side has written is read by this person now. */
export function withRead(thread: LoadedThread, readerId: string): LoadedThread {
  const isUnread = ({ author_id, is_read }: Message) => author_id !== readerId && !is_read;
  if (!thread.messages.some(isUnread)) return thread;
  const messages = thread.messages.map((message) =>
    isUnread(message) ? { ...message, is_read: true } : message,
  );
  return { ...thread, messages };
}

/** Both in one order, each message once; of two copies the later named stays. */
function merged(earlier: readonly Message[], later: readonly Message[]): readonly Message[] {
  const last = earlier.at(-1);
  const [first] = later;
  if (!last || !first) return last ? earlier : later;
  if (last.position < first.position) return [...earlier, ...later];
  const byId = new Map([...earlier, ...later].map((message) => [message.id, message]));
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
