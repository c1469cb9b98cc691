import { useQueryClient } from '@tanstack/react-query';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { type Address, call } from '../api/client.ts';
import { showProblems } from '../api/form-problems.ts';
import { keys } from '../api/query-keys.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { announce } from '../ui/toasts.tsx';

/** What moderators do. */
export type ActAddress = Extract<Address<'POST'>, `/api/moderation/${string}`>;

interface ModerationAct {
  address: ActAddress;
  path?: { id: string };
  /** A reason, and what else the form of this act asks for. */
  body: { reason?: string | undefined };
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
  return async ({ address, done, ...sent }: ModerationAct): Promise<void> => {
    try {
      await call('POST', address, { ...sent, idempotencyKey: sending.keyFor(sent) });
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
