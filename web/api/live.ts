import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { createEventSource, type EventSourceMessage } from 'eventsource-client';
import { authorizedFetch } from './authorized-fetch.ts';
import { keys } from './keys.ts';

/** The server writes a comment every 25 s: twice that without a byte means a dead line. */
const SILENCE_LIMIT_MS = 60_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Follows the live stream and marks what it names as out of date. After a gap everything is,
 * because nobody knows what was missed. Returns the function that closes it.
 */
export function followLive(queryClient: QueryClient): () => void {
  let failures = 0;
  let wasConnected = false;
  let lastEventId: string | undefined;
  let silence: ReturnType<typeof setTimeout>;
  let source = open();

  function open() {
    listen();
    return createEventSource({
      url: '/api/live',
      fetch: connect,
      onMessage: hear,
      onComment: listen,
      ...(lastEventId !== undefined && { initialLastEventId: lastEventId }),
    });
  }

  async function connect(url: string | URL, init?: RequestInit): Promise<Response> {
    // eventsource-client itself waits 2 s between tries; this adds to it after repeated failure.
    await pause(failures === 0 ? 0 : backoff(failures), init?.signal);
    const gap = wasConnected || failures > 0;
    failures += 1;
    const response = await authorizedFetch(url, init);
    if (!response.ok) throw new Error(`The live stream answered ${response.status}`);
    failures = 0;
    wasConnected = true;
    listen();
    if (gap) void queryClient.invalidateQueries();
    return response;
  }

  function hear(message: EventSourceMessage) {
    listen();
    lastEventId = message.id ?? lastEventId;
    for (const queryKey of staleAfter(message)) void queryClient.invalidateQueries({ queryKey });
  }

  function listen() {
    clearTimeout(silence);
    silence = setTimeout(() => {
      source.close();
      source = open();
    }, SILENCE_LIMIT_MS);
  }

  return () => {
    clearTimeout(silence);
    source.close();
  };
}

/** Which queries an event makes out of date. */
function staleAfter({ event, data }: EventSourceMessage): QueryKey[] {
  const { ticket_id } = JSON.parse(data) as { ticket_id: string };
  switch (event) {
    case 'ticket':
    case 'milestone':
      return [
        keys.tickets(),
        keys.ticket(ticket_id),
        keys.milestones(ticket_id),
        keys.history(ticket_id),
        keys.feedback(ticket_id),
      ];
    case 'message':
    case 'read':
      return [keys.messages(ticket_id), keys.tickets()];
    default:
      return [];
  }
}

/** Doubles with every failure; the random part keeps many tabs from returning in step. */
function backoff(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures) * (0.5 + Math.random() / 2);
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
