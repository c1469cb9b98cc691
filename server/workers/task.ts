/** What is done in a worker thread: input and result are copied between the threads. */
// biome-ignore lint/suspicious/noExplicitAny: a module may hold tasks for any input.
type Task = (input: any) => unknown;

/** A module whose functions run in worker threads. */
export interface TaskModule<Tasks> {
  /** Its file: address. */
  href: string;
  /** Never set: it carries the types. */
  tasks?: Tasks;
}

/** The names of a module's tasks. */
export type TaskName<Tasks> = {
  [Name in keyof Tasks]: Tasks[Name] extends Task ? Name : never;
}[keyof Tasks] &
  string;

export type TaskInput<Tasks, Name extends keyof Tasks> = Tasks[Name] extends Task
  ? Parameters<Tasks[Name]>[0]
  : never;

export type TaskResult<Tasks, Name extends keyof Tasks> = Tasks[Name] extends Task
  ? Awaited<ReturnType<Tasks[Name]>>
  : never;

/**
 * Names a module of tasks, which only the threads load: `taskModule<typeof
 * import('./some-tasks.ts')>(import.meta.resolve('./some-tasks.ts'))`.
 */
export function taskModule<Tasks>(href: string): TaskModule<Tasks> {
  return { href };
}
