import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { errorText } from '../api/api-error.ts';

/** How long after the last key something is saved. */
const PAUSE_MS = 1500;

/** Whether what is typed has reached the server. */
export interface Saved {
  state: 'saved' | 'typing' | 'saving';
  /** When it was saved last; null before that. */
  at: Date | null;
  problem: string | null;
}

/**
 * Saves a form on the server while a person types, one call after the other, and what is left when they
 * leave it.
 * @returns how far that is, and `byHand`, for a save by hand: it is one of these calls, what is typed
 * meanwhile is saved after it, and so is what it was to save but, failed or called off, did not
 */
export function useSavedDraft<Fields extends FieldValues, Context, Output>(
  { subscribe }: Pick<UseFormReturn<Fields, Context, Output>, 'subscribe'>,
  save: () => Promise<unknown>,
): {
  saved: Saved;
  byHand: <Answer>(act: () => Promise<Answer>) => Promise<Answer>;
  told: (problem: string | null) => void;
} {
  const [saved, setSaved] = useState<Saved>({ state: 'saved', at: null, problem: null });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef(Promise.resolve());
  const latest = useRef(save);
  latest.current = save;

  function told(problem: string | null) {
    // More may have been typed meanwhile.
    const state = timer.current === undefined ? 'saved' : 'typing';
    setSaved(({ at }) => ({
      state,
      at: problem === null ? new Date() : at,
      problem,
    }));
  }

  function rest() {
    clearTimeout(timer.current);
    timer.current = undefined;
  }

  function send() {
    rest();
    setSaved((before) => ({ ...before, state: 'saving' }));
    running.current = running.current.then(() =>
      latest.current().then(
        () => told(null),
        (cause: unknown) => told(errorText(cause)),
      ),
    );
  }

  function sendSoon() {
    rest();
    timer.current = setTimeout(send, PAUSE_MS);
  }

  useEffect(() => {
    const end = subscribe({
      formState: { values: true },
      callback: () => {
        setSaved((before) => ({ ...before, state: 'typing' }));
        sendSoon();
      },
    });
    // Whoever leaves the page may not come back to it.
    const leave = () => {
      if (document.visibilityState === 'hidden' && timer.current !== undefined) send();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      if (timer.current !== undefined) send();
      end();
      document.removeEventListener('visibilitychange', leave);
    };
  }, [subscribe]);

  function byHand<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    const isDue = timer.current !== undefined;
    rest();
    const done = running.current.then(act);
    const again = () => {
      if (isDue) sendSoon();
    };
    running.current = done.then((answer) => {
      if (answer === false) again();
    }, again);
    return done;
  }
  return { saved, byHand, told };
}
