import { removePacks } from '../code/remove-packs.ts';
import { removeFiles } from '../files/remove-files.ts';
import type { Context } from '../lifecycle/context.ts';

/** The job that removes stored files and packs that nothing names any more; one kind does not wait for the other. */
export async function removeGone(context: Pick<Context, 'db' | 'files'>): Promise<void> {
  const ends = await Promise.allSettled([removeFiles(context), removePacks(context)]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
