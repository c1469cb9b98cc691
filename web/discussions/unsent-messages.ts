import type { CodeLines } from '#domain/code.ts';
import type { Upload } from '#domain/file.ts';
import type { Quote } from '#domain/message.ts';
import type { FoundSecret, SecretsChoice } from '#domain/secret.ts';
import { userStorage } from '../api/user-storage.ts';
import { createStore } from '../ui/create-store.ts';

/** A message that the server has not confirmed: on its way, or failed. */
export interface UnsentMessage {
  /** One per message, so that repeated sending stores it once. */
  client_id: string;
  ticket_id: string;
  author_id: string;
  /** The other side when it was written: nobody else is to read it. */
  to?: string | undefined;
  text: string;
  /** Uploaded already, and attached with the message. */
  files: readonly Upload[];
  /** The message it answers. */
  answers?: Quote | null;
  /** The lines of the project that it is about. */
  code?: readonly CodeLines[];
  /** Its author wants an answer to it. */
  needs_answer?: boolean;
  /** Milliseconds; the order of sending. */
  written_at: number;
  /** Why it failed; null while it is on its way. */
  problem: string | null;
  /** Failed by the connection or the server: it is retried automatically. */
  lost: boolean;
  /** Who it was written to no longer has the request: only an edit sends it to the next one. */
  orphaned?: boolean;
  /** The author's choice about the keys in it. */
  secrets?: SecretsChoice;
  /** Keys that hold it up until the author has chosen. */
  found?: readonly FoundSecret[];
}

type Thread = Pick<UnsentMessage, 'author_id' | 'ticket_id'>;

const PREFIX = 'unsent.';
const known = new Map<string, UnsentMessage>();
const byThread = new Map<string, readonly UnsentMessage[]>();
const store = createStore(known);
userStorage.onEmptied(() => {
  known.clear();
  changed();
});

/**
 * Unsent messages. Each has its own storage key, so that they survive a reload or crash and tabs do not
 * overwrite each other; signing out removes them.
 */
export const unsentMessages = {
  subscribe: store.subscribe,

  /** Subscribes to other tabs' messages and failures. */
  follow(follower: (message: UnsentMessage) => void): () => void {
    const hear = (event: StorageEvent) => {
      const message = changedElsewhere(event);
      if (message) follower(message);
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  },

  /** Those of one thread, in order; the same array until it changes. */
  of(thread: Thread): readonly UnsentMessage[] {
    const key = `${thread.author_id} ${thread.ticket_id}`;
    const list = byThread.get(key) ?? inOrder((one) => isOf(one, thread));
    byThread.set(key, list);
    return list;
  },

  by(authorId: string): readonly UnsentMessage[] {
    return inOrder(({ author_id }) => author_id === authorId);
  },

  /** Loads a person's messages from earlier pages of this browser. */
  restore(authorId: string): void {
    const prefix = `${PREFIX}${authorId}.`;
    for (const key of userStorage.keys(prefix)) take(key, userStorage.read(key));
    changed();
  },

  put(message: UnsentMessage): void {
    known.set(keyOf(message), message);
    userStorage.write(keyOf(message), JSON.stringify(message));
    changed();
  },

  drop(message: UnsentMessage): void {
    known.delete(keyOf(message));
    userStorage.remove(keyOf(message));
    changed();
  },

  has(message: UnsentMessage): boolean {
    return known.has(keyOf(message));
  },
};

function changedElsewhere(event: StorageEvent): UnsentMessage | undefined {
  const own = userStorage.changedKey(event);
  if (!own?.startsWith(PREFIX)) return;
  take(own, event.newValue);
  changed();
  return known.get(own);
}

function take(key: string, stored: string | null): void {
  try {
    if (stored === null) known.delete(key);
    else known.set(key, JSON.parse(stored));
  } catch {
    known.delete(key);
  }
}

function changed(): void {
  byThread.clear();
  store.set(known);
}

function inOrder(wanted: (message: UnsentMessage) => boolean): readonly UnsentMessage[] {
  return [...known.values()].filter(wanted).sort((a, b) => a.written_at - b.written_at);
}

function isOf(message: UnsentMessage, { author_id, ticket_id }: Thread): boolean {
  return message.author_id === author_id && message.ticket_id === ticket_id;
}

function keyOf({ author_id, client_id }: UnsentMessage): string {
  return `${PREFIX}${author_id}.${client_id}`;
}
