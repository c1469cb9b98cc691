import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { Address } from '../api/client.ts';
import { showProblems } from '../api/form-problems.ts';
import { holdQueues } from '../api/held-queues.ts';
import { keys } from '../api/query-keys.ts';
import { callOnce } from '../api/steps.ts';
import { announce } from '../ui/toasts.tsx';

/** Calls of moderators' acts. */
export type ActAddress = Extract<Address<'POST'>, `/api/moderation/${string}`>;

interface ModerationAct {
  address: ActAddress;
  path?: { id: string };
  query?: object | undefined;
  /** A reason, and the form's other fields. */
  body: object;
  /** Shown after success. */
  done: string;
}

/**
 * Sends a moderator's act from its dialog, which closes after success; problems are shown at their
 * fields. The lists behind are refetched when it closes: a refusal means that they were out of date,
 * and a removed entry would remove its dialog with the typed words.
 * @returns whether it succeeded
 */
export function useModerationAct<Fields extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<Fields>, 'getValues' | 'setError'>,
  onClose: () => void,
) {
  const queryClient = useQueryClient();
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
      await callOnce(address, sent);
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
