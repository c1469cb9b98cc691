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
export function inWorker<Name extends keyof Tasks>(
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
