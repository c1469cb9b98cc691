import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { type Address, call } from '../api/client.ts';
import { showProblems } from '../api/form-problems.ts';
import { holdQueues } from '../api/held-queues.ts';
import { keys } from '../api/query-keys.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { announce } from '../ui/toasts.tsx';

/** What moderators do. */
export type ActAddress = Extract<Address<'POST'>, `/api/moderation/${string}`>;

interface ModerationAct {
  address: ActAddress;
  path?: { id: string };
  query?: object | undefined;
  /** A reason, and what else the form of this act asks for. */
  body: object;
  /** What is said once it is done. */
  done: string;
}

/**
 * Sends an act of a moderator from the form of its dialog, which closes with it; what was wrong stands
 * at the fields. The lists behind the dialog are read anew when it closes: a refusal means that they
 * were out of date, and an entry that went would take the dialog and its words along.
 * @returns whether it was done
 */
export function useModerationAct<Fields extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<Fields>, 'getValues' | 'setError'>,
  onClose: () => void,
) {
  const queryClient = useQueryClient();
  const sending = useIdempotencyKey();
  const tried = useRef(false);
  useEffect(() => {
    const letGo = holdQueues();
    return () => {
      if (letGo() || tried.current)
        void queryClient.invalidateQueries({ queryKey: keys.moderation() });
      if (tried.current) void queryClient.invalidateQueries({ queryKey: keys.looks() });
    };
  }, [queryClient]);
  return async ({ address, done, ...sent }: ModerationAct): Promise<boolean> => {
    tried.current = true;
    try {
      await call('POST', address, { ...sent, idempotencyKey: sending.keyFor(sent) });
      announce(done);
      onClose();
      return true;
    } catch (cause) {
      showProblems(cause, Object.keys(getValues()) as Path<Fields>[], setError);
      return false;
    } finally {
      if (sent.path) void queryClient.invalidateQueries({ queryKey: keys.case(sent.path.id) });
    }
  };
}
