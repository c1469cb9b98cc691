import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { Refusal } from '#domain/refusals.ts';
import type { TaskInput, TaskModule, TaskName, TaskResult } from './task.ts';
import { TaskError } from './task-error.ts';
import { Turns } from './turns.ts';
import type { Call, Outcome } from './worker-thread.ts';

const THREADS = 2;
/** One owner leaves a thread to the others. */
const TURNS = { atOnce: THREADS, atOnceEach: THREADS - 1, waiting: 200, waitingEach: 40 };
/** What is slow leaves a thread to what is quick. */
const SLOW_TURNS = { atOnce: THREADS - 1, atOnceEach: 1, waiting: 200, waitingEach: 40 };
/** Reading a project takes long, and modules of a hundred megabytes: a thread of its own has them alone. */
const LONG_TURNS = { atOnce: 1, atOnceEach: 1, waiting: 10, waitingEach: 10 };
/** Per task, once it runs. */
const MAX_SECONDS = 10;
const MAX_WAIT_SECONDS = 20;
/** Each that is ahead may take a minute. */
const MAX_SLOW_WAIT_SECONDS = 300;
/**
 * Per thread. Buffers are not counted: a task limits the bytes it reads itself. What is young is looked
 * through often, since buffers that nobody needs are let go only then.
 */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 2, stackSizeMb: 4 };
const IDLE_MS = 30_000;

export interface TaskOptions {
  /** Whose work it is, such as a person's id: one owner cannot make the others wait long. */
  owner: string;
  seconds?: number;
  /** Whether it often takes longer than others wait for their turn. */
  isSlow?: boolean;
  /** Whether it is for the thread of long tasks. */
  isLong?: boolean;
}

/** Threads of one kind, and whose turn it is. */
interface Lane {
  turns: Turns;
  threads: number;
  pool: Piscina<Call, Outcome> | null;
}

function started(lane: Lane): Piscina<Call, Outcome> {
  lane.pool ??= new Piscina({
    filename: fileURLToPath(import.meta.resolve('./worker-thread.ts')),
    name: 'runTask',
    minThreads: 0,
    maxThreads: lane.threads,
    idleTimeout: IDLE_MS,
    resourceLimits: MEMORY,
    env: {},
    execArgv: [],
    // Lets an idle thread still close what its last task had open.
    atomics: 'disabled',
  });
  return lane.pool;
}

/**
 * Threads that read untrusted bytes, so that no file holds up other people's requests. They start on
 * demand and end when idle.
 */
export class Workers {
  private readonly short: Lane = { turns: new Turns(TURNS), threads: THREADS, pool: null };
  private readonly long: Lane = { turns: new Turns(LONG_TURNS), threads: 1, pool: null };
  private readonly slow = new Turns(SLOW_TURNS);
  private readonly closing = new AbortController();
  private readonly patience: number;

  /** @param patience how many times as long as usual all may take, where no file comes from others */
  constructor(patience = 1) {
    this.patience = patience;
  }

  /**
   * Runs a task by name on data that can be copied: bytes, or the path of a file.
   * @throws TaskError, and the Refusal that the task itself throws
   */
  async run<Tasks, Name extends TaskName<Tasks>>(
    tasks: TaskModule<Tasks>,
    name: Name,
    input: TaskInput<Tasks, Name>,
    { owner, seconds = MAX_SECONDS, isSlow = false, isLong = false }: TaskOptions,
  ): Promise<TaskResult<Tasks, Name>> {
    const lane = isLong ? this.long : this.short;
    const endTurn = await (isSlow
      ? this.slowTurn(owner)
      : lane.turns.take(owner, this.until(MAX_WAIT_SECONDS)));
    if (!endTurn || this.closing.signal.aborted) throw new TaskError('busy');
    try {
      const call = { href: tasks.href, name, input };
      return resultOf(await started(lane).run(call, { signal: this.until(seconds) })) as TaskResult<
        Tasks,
        Name
      >;
    } catch (error) {
      throw error instanceof Refusal ? error : this.asTaskError(error);
    } finally {
      endTurn();
    }
  }

  /** Ends all threads, also busy ones. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([this.short, this.long].map(({ pool }) => pool?.destroy()));
  }

  /** Counted apart from what is quick, so that nobody's slow work holds up the rest of theirs. */
  private async slowTurn(owner: string): Promise<(() => void) | null> {
    const patience = this.until(MAX_SLOW_WAIT_SECONDS);
    const endSlow = await this.slow.take(owner, patience);
    if (!endSlow) return null;
    const endTurn = await this.short.turns.take(`slow work of ${owner}`, patience);
    const end = () => {
      endTurn?.();
      endSlow();
    };
    if (endTurn) return end;
    end();
    return null;
  }

  private until(seconds: number): AbortSignal {
    return AbortSignal.any([
      this.closing.signal,
      AbortSignal.timeout(seconds * 1000 * this.patience),
    ]);
  }

  private asTaskError(error: unknown): TaskError {
    if (this.closing.signal.aborted) return new TaskError('busy', error);
    const { name, code } = error as { name?: string; code?: string };
    if (name === 'AbortError') return new TaskError('slow', error);
    // Too much nesting, or too long a string, is a RangeError.
    const isLarge = code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'RangeError';
    return new TaskError(isLarge ? 'large' : 'failed', error);
  }
}

function resultOf(outcome: Outcome): unknown {
  if ('result' in outcome) return outcome.result;
  const { code, message, errors } = outcome.refused;
  throw new Refusal(code, message, errors);
}
