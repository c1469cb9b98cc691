import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { createEventSource, type EventSourceMessage } from 'eventsource-client';
import { authorizedFetch } from './authorized-fetch.ts';
import { backoff } from './backoff.ts';
import { addressOf } from './client.ts';
import { connection } from './connection.ts';
import { whenTakenLate } from './first-answers.ts';
import { invalidate, refetchOnceAnswered } from './invalidate.ts';
import { applyLive } from './live-events.ts';
import { keys } from './query-keys.ts';

/** The server sends a comment every 25 s: after twice that without a byte the connection is dead. */
const SILENCE_LIMIT_MS = 60_000;
/** A page that becomes visible may have slept; then one missed comment is enough. */
const SILENCE_AFTER_SLEEP_MS = 30_000;
/** Timers stop during sleep, unlike the clock: so silence is measured by the clock. */
const LOOK_EVERY_MS = 5000;

/**
 * Follows the live stream and updates the query cache. Data from before the connection counts as out of
 * date, also the first time, as events may have been missed: all but one's own profile, which was read a
 * moment before and which nobody else changes. Returns a function that closes it.
 */
export function followLive(queryClient: QueryClient): () => void {
  let failures = 0;
  let wasOpen = false;
  let heardAt = Date.now();
  let source = open();

  function open() {
    listen();
    return createEventSource({
      url: addressOf('/api/live'),
      fetch: connect,
      onMessage: hear,
      onComment: listen,
    });
  }

  function reopen() {
    source.close();
    source = open();
  }

  async function connect(url: string | URL, init?: RequestInit): Promise<Response> {
    // eventsource-client waits 2 s between tries; this adds to it after repeated failures.
    await pause(failures === 0 ? 0 : backoff(failures), init?.signal);
    failures += 1;
    const response = await authorizedFetch(url, init);
    if (!response.ok) throw new Error(`The live stream answered ${response.status}`);
    failures = 0;
    listen();
    // What the screen shows may be from an earlier visit, the profile too.
    const isFirst = !wasOpen && connection.isUp();
    wasOpen = true;
    connection.reached();
    void invalidate(queryClient, undefined, (query) => !isFirst || !isProfile(query));
    whenTakenLate(() =>
      refetchOnceAnswered(
        queryClient,
        undefined,
        (query) => query.state.data === undefined && !isProfile(query),
      ),
    );
    return response;
  }

  function hear({ event, data }: EventSourceMessage) {
    listen();
    applyLive(queryClient, event ?? 'message', JSON.parse(data));
  }

  function listen() {
    heardAt = Date.now();
  }

  const looking = setInterval(() => {
    if (Date.now() - heardAt >= SILENCE_LIMIT_MS) reopen();
  }, LOOK_EVERY_MS);

  // The old connection may be dead without an error: another network, or a long sleep.
  function online() {
    failures = 0;
    reopen();
  }

  function shown() {
    const slept = Date.now() - heardAt > SILENCE_AFTER_SLEEP_MS;
    if (document.visibilityState === 'visible' && slept) reopen();
  }

  addEventListener('online', online);
  document.addEventListener('visibilitychange', shown);
  return () => {
    removeEventListener('online', online);
    document.removeEventListener('visibilitychange', shown);
    clearInterval(looking);
    source.close();
  };
}

function isProfile({ queryKey }: Query): boolean {
  return hashKey(queryKey) === hashKey(keys.me());
}

function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Closed', 'AbortError'));
    });
  });
}
