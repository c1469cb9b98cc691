import { Refusal } from '#domain/refusals.ts';

/** One task as a thread is told it. */
export interface Call {
  href: string;
  name: string;
  input: unknown;
}

/** What a task gave. A refusal would lose its code if it were thrown from thread to thread. */
export type Outcome =
  | { result: unknown }
  | { refused: Pick<Refusal, 'code' | 'message' | 'errors'> };

/** Runs in a worker thread: one task of a module. */
export async function runTask({ href, name, input }: Call): Promise<Outcome> {
  const tasks: Record<string, (input: unknown) => unknown> = await import(href);
  const task = tasks[name];
  if (!task) throw new Error(`There is no task ${name}.`);
  try {
    return { result: await task(input) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, errors } = error;
    return { refused: { code, message, errors } };
  }
}
