import { useState } from 'react';
import { errorText } from './api-error.ts';

/** Runs what a person has asked for: says that it is on its way, and afterwards why it failed. */
export function useRun() {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function run(act: () => Promise<void>): Promise<void> {
    setPending(true);
    setFailure(undefined);
    try {
      await act();
    } catch (cause) {
      setFailure(errorText(cause));
    } finally {
      setPending(false);
    }
  }

  return { pending, failure, setPending, setFailure, run };
}
