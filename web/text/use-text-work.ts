import { useEffect, useState } from 'react';
import type { Tasks } from './text-worker.ts';

/** A text that takes more was made to; the next one waits for it, the page does not. */
const PATIENCE_MS = 3000;

interface Job {
  task: keyof Tasks;
  given: readonly unknown[];
  signal: AbortSignal;
  settle: (result: unknown) => void;
}

const waiting: Job[] = [];
let worker: Worker | undefined;
let current: Job | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let isReady = false;

/**
 * Reads texts in a worker, one after the other: hostile input leaves this page
 * quick. Null where it takes longer than three seconds or fails; the text is then shown as it was typed.
 */
function inWorker<Name extends keyof Tasks>(
  task: Name,
  given: Parameters<Tasks[Name]>,
  signal: AbortSignal,
): Promise<ReturnType<Tasks[Name]> | null> {
  return new Promise((resolve) => {
    const settle = resolve as (result: unknown) => void;
    waiting.push({ task, given, signal, settle });
    next();
  });
}

function next(): void {
  if (current) return;
  do current = waiting.shift();
  while (current?.signal.aborted);
  if (!current) return;
  worker ??= start();
  if (isReady) begin(current);
}

function start(): Worker {
  const started = new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }) => {
    if (data !== 'ready') return finish(data.result);
    isReady = true;
    if (current) begin(current);
  });
  // Its code could not be fetched, or the text broke it: the next text gets another.
  started.addEventListener('error', () => giveUp());
  return started;
}

/** The time counts from here: fetching the worker's code is not the text's fault. */
function begin({ task, given }: Job): void {
  timer = setTimeout(giveUp, PATIENCE_MS);
  worker?.postMessage({ task, given });
}

function giveUp(): void {
  worker?.terminate();
  worker = undefined;
  isReady = false;
  finish(null);
}

function finish(result: unknown): void {
  clearTimeout(timer);
  current?.settle(result);
  current = undefined;
  next();
}

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
