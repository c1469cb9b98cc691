import type { FileStore } from '../../store/store.ts';
import { type MaskedFile, maskTo } from './file-tasks.ts';
import { fileTasks, type Looking, optionsOf, troubleWith } from './file-worker.ts';

/**
 * Writes a copy of a stored file to a new file of this machine, in which `{{SECRET:stripe:1}}` stands
 * for each secret, the same for the same one. What holds a secret and cannot be written anew, and
 * what could not be looked through, is not in the copy.
 *
 *     takeIn(context, ownerId, async (local) => {
 *       masked = await maskFile(files, file, local, { workers, owner });
 *       return { name: masked.name, size: masked.size };
 *     })
 *
 * @param to where the copy is written; there is none where `is_written` is false
 * @throws StoreError, TaskError `busy`
 */
export async function maskFile(
  files: FileStore,
  { key, name }: { key: string; name: string },
  to: string,
  looking?: Looking,
): Promise<MaskedFile> {
  return files.lend(`originals/${key}`, async (from) => {
    const file = { from, to, name };
    if (!looking) return maskTo(file);
    try {
      return await looking.workers.run(fileTasks, 'maskTo', file, optionsOf(looking));
    } catch (error) {
      const unread = [{ path: null, reason: troubleWith(error) }];
      return {
        name,
        is_written: false,
        size: 0,
        rotate: [],
        dummy_env: '',
        left_out: [null],
        unread,
      };
    }
  });
}
