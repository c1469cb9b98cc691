import type { FileStore } from '../../store/store.ts';
import { type FileScan, lookThrough } from './file-tasks.ts';
import { fileTasks, type Looking, optionsOf, troubleWith } from './file-worker.ts';

/**
 * Keys and passwords in a stored file: in text of any encoding, in archives within archives, in what
 * git keeps, and in bytes that are no text. Whatever was not looked through is said.
 * @param looking where it is done; without it in this thread, as only a test or a program may
 * @throws StoreError, TaskError `busy`
 */
export async function findSecretsInFile(
  files: FileStore,
  { key }: { key: string; type: string },
  looking?: Looking,
): Promise<FileScan> {
  return files.lend(`originals/${key}`, async (path) => {
    if (!looking) return lookThrough(path);
    try {
      return await looking.workers.run(fileTasks, 'lookThrough', path, optionsOf(looking));
    } catch (error) {
      const unread = [{ path: null, reason: troubleWith(error) }];
      return { items: [], is_complete: false, unread };
    }
  });
}
