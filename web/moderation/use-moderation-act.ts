import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../api/keys.ts';

/**
 * Runs an act of a moderator; the lists are read anew either way, since a refusal means that they
 * were out of date. Rejects as the act does.
 */
export function useModerationAct() {
  const queryClient = useQueryClient();
  return async <Result>(act: () => Promise<Result>): Promise<Result> => {
    try {
      return await act();
    } finally {
      void queryClient.invalidateQueries({ queryKey: keys.moderation() });
    }
  };
}
