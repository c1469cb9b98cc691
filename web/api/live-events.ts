import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Message } from '#domain/message.ts';
import { excerptOf } from '#domain/plain-text.ts';
import type { Profile } from '#domain/profile.ts';
import type { Ticket } from '#domain/ticket.ts';
import { refreshQueues } from './held-queues.ts';
import { invalidate, invalidateTicket, refetchOnceAnswered } from './invalidate.ts';
import { isOwnStep } from './own-steps.ts';
import { keys } from './query-keys.ts';
import { isUnread, type LoadedThread, withMessage, withRead } from './thread.ts';
import type { Read } from './use-pages.ts';

/** Data of a live event; which members exist depends on the event. */
export interface LiveData {
  ticket_id?: string;
  id?: string;
  person_id?: string;
  up_to?: number;
  message?: Message;
  /** The Idempotency-Key of the call that caused it, if it was this person's. */
  cause?: string;
}

/** Who was last seen typing, and when (ms). */
export interface Typing {
  person_id: string;
  at: number;
}

/** Many events in a row cause one refetch. */
const TOGETHER_MS = 300;

/** Applies one event to the query cache, or invalidates what it does not contain. */
export function applyLive(queryClient: QueryClient, event: string, data: LiveData): void {
  effects[event]?.(queryClient, data);
}

const effects: Record<string, (queryClient: QueryClient, data: LiveData) => void> = {
  ticket: ticketChanged,
  milestone: ticketChanged,
  message: messageCame,
  read: messagesRead,
  typing: typed,
  notification: newsCame,
  file: fileDrawn,
  snapshot: codeChanged,
  earnings: earningsChanged,
  case: caseChanged,
};

/** The list itself is fetched only while it is open. */
function newsCame(queryClient: QueryClient, { cause }: LiveData = {}): void {
  if (isOwnStep(cause)) return;
  invalidateSoon(queryClient, keys.unread());
  invalidateSoon(queryClient, keys.notifications());
}

function ticketChanged(queryClient: QueryClient, { ticket_id, cause }: LiveData): void {
  if (isOwnStep(cause)) return;
  invalidateSoon(queryClient, keys.unread());
  if (ticket_id !== undefined) void invalidateTicket(queryClient, ticket_id);
  else openListChanged(queryClient);
}

/** The event does not say which request it was. */
function openListChanged(queryClient: QueryClient): void {
  void invalidate(queryClient, keys.tickets());
  const read = queryClient.getQueriesData<Ticket>({ predicate: isTicket });
  for (const [queryKey, ticket] of read)
    if (ticket?.relation === 'candidate') void invalidate(queryClient, queryKey);
}

function isTicket({ queryKey }: { queryKey: QueryKey }): boolean {
  return queryKey[0] === 'ticket' && queryKey.length === 2;
}

function messageCame(queryClient: QueryClient, { ticket_id, message, cause }: LiveData): void {
  // One's own steps are no news.
  if (!isOwnStep(cause)) newsCame(queryClient);
  if (ticket_id === undefined) return;
  if (message?.author_id !== me(queryClient)) unreadChanged(queryClient);
  // A message too large for the event has to be fetched.
  if (!message) {
    void invalidate(queryClient, keys.messages(ticket_id));
    void invalidate(queryClient, keys.ticketList('discussions'));
    invalidateSoon(queryClient, keys.files(ticket_id));
    return;
  }
  keepMessage(queryClient, message);
  const typing = queryClient.getQueryData<Typing>(keys.typing(ticket_id));
  if (typing?.person_id === message.author_id) {
    queryClient.setQueryData(keys.typing(ticket_id), null);
  }
}

/** Puts a message into its loaded thread and list, as the server would show them. */
export function keepMessage(queryClient: QueryClient, message: Message): void {
  const { ticket_id, author_id, created_at, text } = message;
  const known = threadOf(queryClient, ticket_id)?.messages.some(({ id }) => id === message.id);
  refetchOnceAnswered(
    queryClient,
    keys.messages(ticket_id),
    ({ state }) => state.data === undefined,
  );
  queryClient.setQueryData<LoadedThread>(
    keys.messages(ticket_id),
    (thread) => thread && withMessage(thread, message),
  );
  if (message.code.length > 0 || message.is_deleted || message.is_hidden)
    invalidateSoon(queryClient, keys.saidOfCode(ticket_id));
  // A deleted message's files are deleted too.
  if (message.is_deleted) invalidateSoon(queryClient, keys.files(ticket_id));
  if (known) return;
  if (Object.keys(message.attachments).length > 0)
    invalidateSoon(queryClient, keys.files(ticket_id));
  // A changed message (read, reported, hidden) need not be the newest.
  if (message.is_read || message.is_reported || message.is_hidden || message.is_edited) {
    invalidateSoon(queryClient, keys.ticketList('discussions'));
    return;
  }
  const mine = author_id === me(queryClient);
  changeListed(queryClient, ticket_id, (ticket) =>
    // The list was read after the message was stored, so it counts it already.
    ticket.last_message?.created_at === created_at && ticket.last_message.author_id === author_id
      ? ticket
      : {
          ...ticket,
          unread: (ticket.unread ?? 0) + (mine ? 0 : 1),
          last_message: { author_id, created_at, preview: excerptOf(text) },
        },
  );
}

function messagesRead(queryClient: QueryClient, { ticket_id, person_id, up_to }: LiveData): void {
  if (ticket_id === undefined || person_id === undefined || up_to === undefined) return;
  queryClient.setQueryData<LoadedThread>(
    keys.messages(ticket_id),
    (thread) => thread && withRead(thread, person_id, up_to),
  );
  if (person_id !== me(queryClient)) return;
  newsCame(queryClient);
  unreadChanged(queryClient);
  const left = threadOf(queryClient, ticket_id)?.messages.filter((each) =>
    isUnread(each, person_id),
  );
  changeListed(queryClient, ticket_id, (ticket) => ({ ...ticket, unread: left?.length ?? 0 }));
  // A list of unread discussions keeps the open one, and is refetched when it is next shown.
  const queryKey = keys.ticketList('discussions');
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
}

/** The dashboards' lists say what is unread, too. */
function unreadChanged(queryClient: QueryClient): void {
  for (const view of ['active', 'assigned'] as const)
    invalidateSoon(queryClient, keys.ticketList(view));
}

function typed(queryClient: QueryClient, { ticket_id, person_id }: LiveData): void {
  if (ticket_id === undefined || person_id === undefined) return;
  queryClient.setQueryData<Typing>(keys.typing(ticket_id), { person_id, at: Date.now() });
}

/** Moderators learn that a request changed, not what. */
function caseChanged(queryClient: QueryClient, { ticket_id }: LiveData): void {
  if (ticket_id !== undefined) {
    void invalidate(queryClient, keys.case(ticket_id));
    // A colleague's decision may have moved the money in an open dialog.
    void invalidate(queryClient, keys.decisionPreviews(ticket_id));
  }
  refreshQueues(() => invalidateSoon(queryClient, keys.moderation()));
}

function fileDrawn(queryClient: QueryClient, { ticket_id }: LiveData): void {
  if (ticket_id !== undefined) invalidateSoon(queryClient, keys.files(ticket_id));
}

function codeChanged(queryClient: QueryClient, { ticket_id }: LiveData): void {
  if (ticket_id !== undefined) invalidateSoon(queryClient, keys.code(ticket_id));
}

function earningsChanged(queryClient: QueryClient): void {
  invalidateSoon(queryClient, keys.earnings());
}

function threadOf(queryClient: QueryClient, ticketId: string) {
  return queryClient.getQueryData<LoadedThread>(keys.messages(ticketId));
}

function me(queryClient: QueryClient): string | undefined {
  return queryClient.getQueryData<Profile>(keys.me())?.id;
}

function changeListed(
  queryClient: QueryClient,
  ticketId: string,
  change: (ticket: Ticket) => Ticket,
): void {
  refetchOnceAnswered(queryClient, keys.ticketList('discussions'));
  queryClient.setQueriesData<Read<Ticket>>({ queryKey: keys.ticketList('discussions') }, (list) => {
    if (!list) return list;
    const changed = (ticket: Ticket) => (ticket.id === ticketId ? change(ticket) : ticket);
    const pages = list.pages.map((page) => ({ ...page, items: page.items.map(changed) }));
    return { ...list, pages };
  });
  const lists = queryClient.getQueriesData<Read<Ticket>>({
    queryKey: keys.ticketList('discussions'),
  });
  const isIn = (list: Read<Ticket>) =>
    list.pages.some(({ items }) => items.some(({ id }) => id === ticketId));
  // A discussion that was not loaded, or had nothing unread, moves to the front.
  if (lists.some(([, list]) => list && !isIn(list)))
    invalidateSoon(queryClient, keys.ticketList('discussions'));
}

const asked = new Map<string, ReturnType<typeof setTimeout>>();

function invalidateSoon(queryClient: QueryClient, queryKey: QueryKey): void {
  const name = queryKey.join(' ');
  if (asked.has(name)) return;
  const ask = () => {
    asked.delete(name);
    void invalidate(queryClient, queryKey);
  };
  asked.set(name, setTimeout(ask, TOGETHER_MS));
}
