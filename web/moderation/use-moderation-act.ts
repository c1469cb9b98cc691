import { useQueryClient } from '@tanstack/react-query';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { api } from '../api/client.ts';
import { showProblems } from '../api/form-problems.ts';
import { keys } from '../api/keys.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { announce } from '../ui/toasts.tsx';

interface ModerationAct {
  /** The call. */
  address: string;
  body: object;
  /** What is said once it is done. */
  done: string;
}

/**
 * Sends an act of a moderator from the form of its dialog, which closes with it; what was wrong
 * stands at the fields. What is on the screen is read anew either way, since a refusal means that
 * it was out of date.
 */
export function useModerationAct<Fields extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<Fields>, 'getValues' | 'setError'>,
  onClose: () => void,
) {
  const queryClient = useQueryClient();
  const sending = useIdempotencyKey();
  return async ({ address, body, done }: ModerationAct): Promise<void> => {
    try {
      await api.post(address, body, { idempotencyKey: sending.keyFor(body) });
      announce(done);
      onClose();
    } catch (cause) {
      showProblems(cause, Object.keys(getValues()) as Path<Fields>[], setError);
    } finally {
      void queryClient.invalidateQueries({ queryKey: keys.moderation() });
      void queryClient.invalidateQueries({ queryKey: keys.looks() });
    }
  };
}
