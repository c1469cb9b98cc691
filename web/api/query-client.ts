import { QueryClient } from '@tanstack/react-query';
import { answerOrKept } from './answer-or-kept.ts';
import { isPassing } from './api-error.ts';

/** After so many failures a read has failed. */
const RETRIES = 2;

/** The query cache of the signed-in screens; cleared when the person changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: worthRetrying,
      persister: answerOrKept(worthRetrying),
    },
    // Offline, a mutation fails at once instead of waiting unseen.
    mutations: { networkMode: 'always' },
  },
});

/** Retries network and server failures, not refusals; nor where the browser knows of no connection. */
function worthRetrying(failures: number, cause: unknown): boolean {
  return isPassing(cause) && failures < RETRIES && navigator.onLine;
}
