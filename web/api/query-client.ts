import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-error.ts';

/** What the signed-in screens have read; emptied when the person changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: worthRetrying },
    // A person who presses a button offline is told so at once, instead of waiting unseen.
    mutations: { networkMode: 'always' },
  },
});

/** A refusal stays a refusal; a lost connection or a stumbling server may pass. */
function worthRetrying(failures: number, cause: unknown): boolean {
  return isPassing(cause) && failures < 2;
}
