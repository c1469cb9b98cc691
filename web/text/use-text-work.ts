import { useEffect, useState } from 'react';
import { inWorker } from './in-worker.ts';
import type { Tasks } from './text-worker.ts';

/** Results kept in memory, so that a message that is shown again renders at once. */
const REMEMBERED = 200;
const LONGEST_REMEMBERED = 25_000;
const remembered = new Map<string, unknown>();

/**
 * A worker's result for a text: undefined until it is there, null where it gave up or there was no
 * text.
 */
export function useTextWork<Name extends keyof Tasks>(
  task: Name,
  ...given: Parameters<Tasks[Name]>
): ReturnType<Tasks[Name]> | null | undefined {
  const key = JSON.stringify([task, ...given]);
  const [made, setMade] = useState<{ key: string; result: unknown }>();
  useEffect(() => {
    if (remembered.has(key)) return;
    const leaving = new AbortController();
    void inWorker(task, given, leaving.signal).then((result) => {
      remember(key, result);
      if (!leaving.signal.aborted) setMade({ key, result });
    });
    return () => leaving.abort();
  }, [key]);
  const result = made?.key === key ? made.result : remembered.get(key);
  return result as ReturnType<Tasks[Name]> | null | undefined;
}

function remember(key: string, result: unknown): void {
  if (key.length > LONGEST_REMEMBERED) return;
  remembered.set(key, result);
  const oldest = remembered.keys().next().value;
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}
