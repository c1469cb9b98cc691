import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { connection } from '../api/connection.ts';
import { answersOf, isPossible } from '../api/kept-answers.ts';
import { sessionStore } from '../api/session-store.ts';
import { userStorage } from '../api/user-storage.ts';

/** Keys of what is kept: one's own requests with their threads, and what every screen shows. */
const KEPT = new Set<unknown>(['me', 'tickets', 'ticket', 'notifications', 'unread']);
/** Answers in a row are written together. */
const TOGETHER_MS = 2000;
/** Longer ones take too long to write: of a thread the last hundreds are enough. */
const LONGEST_THREAD = 500;

/**
 * From now on keeps what this person reads in the browser, for pages without a connection, until the
 * returned function is called.
 */
export function keepAnswers(queryClient: QueryClient, personId: string): () => void {
  if (!isPossible()) return () => undefined;
  const answers = answersOf(personId);
  const waiting = new Map<string, Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function write() {
    timer = undefined;
    const read = [...waiting.values()];
    waiting.clear();
    for (const query of read) {
      if (!isHere(personId) || !isKept(query)) continue;
      // Storage may be full.
      await answers.write(query.queryHash, query.state.data).catch(() => undefined);
    }
    // They may have left while it was written.
    if (!isHere(personId)) await answers.forget().catch(() => undefined);
  }

  function keep(query: Query) {
    if (!isKept(query) || !connection.isUp()) return;
    waiting.set(query.queryHash, query);
    timer ??= setTimeout(write, TOGETHER_MS);
  }

  const cache = queryClient.getQueryCache();
  cache.getAll().forEach(keep);
  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'success') keep(query);
    // What they may not read any more is not there without a connection either.
    if (action.type === 'error' && isRefused(action.error))
      void answers.remove(query.queryHash).catch(() => undefined);
  });
  void answers.tidy().catch(() => undefined);
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

function isRefused(cause: unknown): boolean {
  return cause instanceof ApiError && [403, 404, 410].includes(cause.status);
}

/** They may have signed out meanwhile, perhaps in another tab, or lost their session. */
function isHere(personId: string): boolean {
  return userStorage.owner() === personId && sessionStore.get().session?.user.id === personId;
}

function isKept({ queryKey, state }: Query): boolean {
  return KEPT.has(queryKey[0]) && state.status === 'success' && !isTooLong(state.data);
}

function isTooLong(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('messages' in data)) return false;
  return Array.isArray(data.messages) && data.messages.length > LONGEST_THREAD;
}
