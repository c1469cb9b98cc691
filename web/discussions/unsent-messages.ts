import { tabStorage } from './tab-storage.ts';

/** A message that the server has not confirmed: on its way, or held up. */
export interface UnsentMessage {
  /** Made once per message, so that however often it is sent it is stored once. */
  client_id: string;
  ticket_id: string;
  author_id: string;
  text: string;
  written_at: string;
  /** Why it is held up; null while it is on its way. */
  problem: string | null;
  /** Held up only by the connection: it goes out again by itself. */
  lost: boolean;
}

type Thread = Pick<UnsentMessage, 'author_id' | 'ticket_id'>;

const INTERRUPTED = 'The page was closed before it was sent.';
const threads = new Map<string, readonly UnsentMessage[]>();
const listeners = new Set<() => void>();

/** What a person has not sent yet, by thread; a reload keeps it. */
export const unsentMessages = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  of(thread: Thread): readonly UnsentMessage[] {
    const known = threads.get(keyOf(thread)) ?? restored(thread);
    threads.set(keyOf(thread), known);
    return known;
  },

  lostBy(authorId: string): UnsentMessage[] {
    const all = [...threads.values()].flat();
    return all.filter((message) => message.author_id === authorId && message.lost);
  },

  put(message: UnsentMessage): void {
    const others = unsentMessages.of(message);
    const known = others.some(({ client_id }) => client_id === message.client_id);
    keep(
      message,
      known
        ? others.map((one) => (one.client_id === message.client_id ? message : one))
        : [...others, message],
    );
  },

  drop(message: UnsentMessage): void {
    keep(
      message,
      unsentMessages.of(message).filter(({ client_id }) => client_id !== message.client_id),
    );
  },
};

function keep(thread: Thread, messages: readonly UnsentMessage[]): void {
  threads.set(keyOf(thread), messages);
  tabStorage.write(keyOf(thread), messages.length > 0 ? JSON.stringify(messages) : '');
  for (const listener of listeners) listener();
}

/** Nobody is sending what an earlier page had on its way. */
function restored(thread: Thread): UnsentMessage[] {
  const kept = JSON.parse(tabStorage.read(keyOf(thread)) ?? '[]') as UnsentMessage[];
  return kept.map((message) => ({ ...message, problem: message.problem ?? INTERRUPTED }));
}

function keyOf({ author_id, ticket_id }: Thread): string {
  return `unsent.${author_id}.${ticket_id}`;
}
