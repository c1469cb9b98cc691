import type { Attempt } from '#domain/attempt.ts';
import { errorsIn, sameError, withoutColours } from './error-lines.ts';
import { OwnPaths } from './own-paths.ts';

/** How much is kept of what the AI already tried: enough to understand it by. */
export const KEPT = {
  steps: 200,
  prompt: 600,
  answer: 400,
  filesOfStep: 20,
  errorsOfStep: 8,
  error: 200,
  path: 200,
  files: 100,
  errors: 40,
  /** Of what could not be told apart. */
  text: 20_000,
  /** All together, in UTF-16 units: the oldest steps go first. */
  together: 150_000,
};

/** A longer line of a list of JSON holds a picture, or is hostile. */
export const LONGEST_LINE = 2 * 1024 * 1024;

/** What was read of a session or chat. */
export type AttemptContent = Pick<
  Attempt,
  'kind' | 'steps' | 'files' | 'errors' | 'text' | 'is_complete'
>;

type Step = Attempt['steps'][number];

/** One turn as a reader finds it, still in full. */
export interface Turn {
  at: string | null;
  prompt: string;
  answer: string | null;
  files: Iterable<string>;
  /** Texts in which errors may be. */
  outputs: readonly string[];
}

const MOST_TURNS = 20_000;

/**
 * Puts turns together as they are kept: shortened, the newest of them, with what came up again and
 * again, and without what the person's machine is like.
 */
export class AttemptBuilder {
  private steps: Step[] = [];
  private readonly files = new Map<string, number>();
  private readonly errors = new Map<string, { text: string; count: number }>();
  private readonly ownPaths = new OwnPaths();
  private turns = 0;
  private isComplete = true;

  get isEmpty(): boolean {
    return this.steps.length === 0;
  }

  /** Nobody has asked for so much: what comes now is passed over. */
  get isFull(): boolean {
    return this.turns >= MOST_TURNS;
  }

  /** Something of it was passed over. */
  skip(): void {
    this.isComplete = false;
  }

  /** The folder of the project, on the machine of whoever worked on it. */
  within(folder: string): void {
    this.ownPaths.within(folder);
  }

  /** A text without what names somebody's machine. */
  inText(text: string): string {
    return this.ownPaths.inText(text);
  }

  add({ at, prompt, answer, files, outputs }: Turn): void {
    if (++this.turns === MOST_TURNS) this.isComplete = false;
    const touched = new Set<string>();
    for (const path of files) if (touched.size < 500) touched.add(this.path(path));
    for (const path of touched) count(this.files, path);
    const errors = this.noteErrors(outputs);
    this.steps.push({
      at,
      prompt: this.shorten(prompt, KEPT.prompt),
      answer: answer === null || answer.trim() === '' ? null : this.shorten(answer, KEPT.answer),
      files: [...touched].slice(0, KEPT.filesOfStep),
      errors: errors.slice(0, KEPT.errorsOfStep),
    });
    if (this.steps.length < KEPT.steps * 2) return;
    this.steps = this.steps.slice(-KEPT.steps);
    this.isComplete = false;
  }

  private noteErrors(outputs: readonly string[]): string[] {
    const own = new Map<string, string>();
    for (const line of outputs.flatMap((output) => errorsIn(output))) {
      const key = sameError(line);
      const text = this.shorten(line, KEPT.error);
      if (!own.has(key)) own.set(key, text);
      const known = this.errors.get(key);
      if (known) known.count++;
      else if (this.errors.size < 5000) this.errors.set(key, { text, count: 1 });
    }
    return [...own.values()];
  }

  /** @param text the words themselves, where nothing could be told apart */
  build(kind: Attempt['kind'], text: string | null = null): AttemptContent {
    const steps = this.lastSteps();
    return {
      kind,
      steps,
      files: most([...this.files].map(([path, times]) => ({ path, count: times }))).slice(
        0,
        KEPT.files,
      ),
      errors: most([...this.errors.values()].filter(({ count: times }) => times > 1)).slice(
        0,
        KEPT.errors,
      ),
      text: text === null ? null : clean(this.inText(text.slice(0, KEPT.text))),
      is_complete:
        this.isComplete && steps.length === this.steps.length && (text?.length ?? 0) <= KEPT.text,
    };
  }

  private path(path: string): string {
    return shorten(this.ownPaths.ofFile(path.slice(0, KEPT.path * 4)), KEPT.path);
  }

  private shorten(text: string, length: number): string {
    return shorten(this.inText(text.slice(0, length * 4)), length);
  }

  private lastSteps(): Step[] {
    let left = KEPT.together;
    const kept: Step[] = [];
    for (const step of this.steps.slice(-KEPT.steps).toReversed()) {
      left -= JSON.stringify(step).length;
      if (left < 0) break;
      kept.push(step);
    }
    return kept.reverse();
  }
}

function count(counts: Map<string, number>, key: string): void {
  const times = counts.get(key);
  if (times !== undefined || counts.size < 5000) counts.set(key, (times ?? 0) + 1);
}

function most<Item extends { count: number }>(items: Item[]): Item[] {
  return items.toSorted((a, b) => b.count - a.count);
}

function shorten(text: string, length: number): string {
  const plain = clean(text.slice(0, length * 4)).trim();
  return plain.length <= length ? plain : `${clean(plain.slice(0, length - 1))}…`;
}

/** What a database and a screen can take: no halves of letters, no signs that steer a terminal. */
function clean(text: string): string {
  return withoutColours(text.toWellFormed()).replace(/(?![\n\t])\p{Cc}/gu, '');
}
