import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-error.ts';

/** The query cache of the signed-in screens; cleared when the person changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: worthRetrying },
    // Offline, a mutation fails at once instead of waiting unseen.
    mutations: { networkMode: 'always' },
  },
});

/** Retries network and server failures, not refusals. */
function worthRetrying(failures: number, cause: unknown): boolean {
  return isPassing(cause) && failures < 2;
}
