import { removePacks } from '../code/remove-packs.ts';
import { removeFiles } from '../files/remove-files.ts';
import type { Context } from '../lifecycle/context.ts';
import { doAll } from './do-all.ts';

/** The job that removes stored files and packs that nothing names any more. */
export function removeGone(context: Pick<Context, 'db' | 'files'>): Promise<void> {
  return doAll([() => removeFiles(context), () => removePacks(context)]);
}
