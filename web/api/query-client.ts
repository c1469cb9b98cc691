import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

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
  const passing = cause instanceof ApiError && (cause.status === 0 || cause.status >= 500);
  return passing && failures < 2;
}
