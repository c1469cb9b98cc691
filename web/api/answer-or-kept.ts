import type { Query, QueryClient, QueryPersister } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { connection } from './connection.ts';
import { sessionStore } from './session-store.ts';

/** Those that show what was read before, as nothing answered them. */
const unanswered = new Set<object>();

/**
 * How queries read: from the server, and where it cannot be reached what was read last, in this page or,
 * by this browser, before (`web/offline`). Fails as the read did where there is nothing.
 * @param worthRetrying whether a read is tried again after so many failures and this last one
 */
export function answerOrKept(
  worthRetrying: (failures: number, cause: unknown) => boolean,
): QueryPersister {
  return async (read, context, query) => {
    try {
      const answer = await read(context);
      connection.reached();
      unanswered.delete(query);
      readAgain(context.client);
      return answer;
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status !== 0) throw cause;
      // A lost connection was found out by another read already: nobody waits for it twice.
      const { fetchFailureCount, fetchMeta } = query.state;
      if (connection.isUp() && worthRetrying(fetchFailureCount, cause)) throw cause;
      connection.lost();
      // Who asks for more of a list is told that it does not come.
      if (fetchMeta?.fetchMore) throw cause;
      const known = query.state.data ?? (await keptAnswer(query.queryHash, cause));
      unanswered.add(query);
      return known;
    }
  };
}

/**
 * Another read was answered, so nothing says any more that these are old. The live stream, with which all
 * is read again, may have stayed open all the time.
 */
function readAgain(client: QueryClient): void {
  const waiting = new Set(unanswered);
  unanswered.clear();
  if (waiting.size === 0) return;
  void client.invalidateQueries({ predicate: (query: Query) => waiting.has(query) });
}

/** @throws `cause`, or that it was not read before, where nothing is kept */
async function keptAnswer(queryHash: string, cause: ApiError): Promise<unknown> {
  const { session } = sessionStore.get();
  const { answersOf } = await import('./kept-answers.ts');
  const kept = session ? await answersOf(session.user.id).read(queryHash) : undefined;
  if (kept !== undefined) return kept;
  if (navigator.onLine) throw cause;
  const detail = 'You are offline, and this was not read here before.';
  throw new ApiError({ ...cause, detail });
}
