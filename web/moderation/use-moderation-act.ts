import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../api/keys.ts';

/**
 * Runs an act of a moderator; what is on the screen is read anew either way, since a refusal means
 * that it was out of date. Rejects as the act does.
 */
export function useModerationAct() {
  const queryClient = useQueryClient();
  return async <Result>(act: () => Promise<Result>): Promise<Result> => {
    try {
      return await act();
    } finally {
      for (const queryKey of [
        keys.moderation(),
        ['moderated-request'],
        ['moderated-thread'],
        ['account-history'],
      ]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    }
  };
}
