import { taskModule } from '../../workers/task.ts';
import { TaskError } from '../../workers/task-error.ts';
import type { TaskOptions, Workers } from '../../workers/workers.ts';

/** Where a file is looked through, and whose work it is. */
export interface Looking {
  workers: Workers;
  owner: string;
}

export const fileTasks = taskModule<typeof import('./file-tasks.ts')>(
  import.meta.resolve('./file-tasks.ts'),
);

/** How a file is looked through or masked: there is more time than the looking itself keeps to. */
export function optionsOf({ owner }: Looking): TaskOptions {
  return { owner, seconds: 60, isSlow: true };
}

/** Why a file could not be looked through at all. @throws what is no fault of the file */
export function troubleWith(error: unknown): 'time' | 'too_large' {
  if (error instanceof TaskError && error.trouble === 'slow') return 'time';
  if (error instanceof TaskError && error.trouble === 'large') return 'too_large';
  throw error;
}
