import { useState } from 'react';
import { AuthProblem } from '../auth-problem.ts';

/**
 * Runs an act that the service allows only after a recent proof of identity.
 * `asked` is true once it wants the password; `again` runs the act once more after that.
 */
export function useProved<Result>(act: () => Promise<Result>) {
  const [asked, setAsked] = useState(false);

  /** Undefined: the password is asked for first. */
  async function run(): Promise<Result | undefined> {
    try {
      return await act();
    } catch (cause) {
      const isAsking = cause instanceof AuthProblem && cause.code === 'reauthentication_needed';
      if (!isAsking) throw cause;
      setAsked(true);
      return undefined;
    }
  }

  async function again(): Promise<Result | undefined> {
    const result = await run();
    setAsked(false);
    return result;
  }

  return { asked, run, again };
}
