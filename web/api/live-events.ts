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

/** What the live stream says; which of these there are depends on the event. */
export interface LiveData {
  ticket_id?: string;
  id?: string;
  person_id?: string;
  up_to?: number;
  message?: Message;
  /** The Idempotency-Key of the call that caused it, where it was one of this person. */
  cause?: string;
}

/** Who was last heard to be writing, and when (ms). */
export interface Typing {
  person_id: string;
  at: number;
}

/** Many events in a row ask for one answer. */
const TOGETHER_MS = 300;

/** Brings the query cache up to date with one event: by what it says, else by reading again. */
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

/** Which of the open requests it was is not said: any of those that this person may take. */
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
  // What a step of one's own says in the thread is no news to oneself.
  if (!isOwnStep(cause)) newsCame(queryClient);
  if (ticket_id === undefined) return;
  // A message that was too large to be carried along has to be fetched.
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

/** Puts a message into its loaded thread and its list, as the server would show them now. */
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
  // What was deleted takes its files along.
  if (message.is_deleted) invalidateSoon(queryClient, keys.files(ticket_id));
  if (known) return;
  if (Object.keys(message.attachments).length > 0)
    invalidateSoon(queryClient, keys.files(ticket_id));
  // What was read, reported or hidden was said before: it changed, and need not be the newest.
  if (message.is_read || message.is_reported || message.is_hidden || message.is_edited) {
    invalidateSoon(queryClient, keys.ticketList('discussions'));
    return;
  }
  const mine = author_id === me(queryClient);
  changeListed(queryClient, ticket_id, (ticket) =>
    // The list was answered after the message was stored: it counts it already.
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
  const left = threadOf(queryClient, ticket_id)?.messages.filter((each) =>
    isUnread(each, person_id),
  );
  changeListed(queryClient, ticket_id, (ticket) => ({ ...ticket, unread: left?.length ?? 0 }));
  // A list of unread ones keeps what is open in it, and is asked for anew when it is next looked at.
  const queryKey = keys.ticketList('discussions');
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
}

function typed(queryClient: QueryClient, { ticket_id, person_id }: LiveData): void {
  if (ticket_id === undefined || person_id === undefined) return;
  queryClient.setQueryData<Typing>(keys.typing(ticket_id), { person_id, at: Date.now() });
}

/** Moderators are told that there is something new about a request, not what. */
function caseChanged(queryClient: QueryClient, { ticket_id }: LiveData): void {
  if (ticket_id !== undefined) {
    void invalidate(queryClient, keys.case(ticket_id));
    // What a colleague decided may have moved the money that an open dialog speaks of.
    void invalidate(queryClient, keys.decisionPreviews(ticket_id));
  }
  refreshQueues(() => invalidateSoon(queryClient, keys.moderation()));
}

function fileDrawn(queryClient: QueryClient, { ticket_id }: LiveData): void {
  if (ticket_id !== undefined) invalidateSoon(queryClient, keys.files(ticket_id));
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
  // What was too far back to be loaded, or had nothing unread, comes to the front now.
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
