import type { FileStore } from '../../store/store.ts';
import { type MaskedFile, maskTo } from './file-tasks.ts';
import { fileTasks, type Looking, SECONDS, troubleWith } from './file-worker.ts';

/**
 * Writes a copy of a stored file to a new file of this machine, in which `{{SECRET:stripe:1}}` stands
 * for each secret, the same for the same one. What holds a secret and cannot be written anew, and
 * what could not be looked through, is not in the copy.
 *
 *     takeIn(context, ownerId, async (local) => {
 *       masked = await maskFile(files, file, local, { workers, owner });
 *       return { name: file.name, size: masked.size };
 *     })
 *
 * @param to where the copy is written; there is none where `is_written` is false
 * @throws StoreError, TaskError `busy`
 */
export async function maskFile(
  files: FileStore,
  { key }: { key: string; type: string },
  to: string,
  looking?: Looking,
): Promise<MaskedFile> {
  return files.lend(`originals/${key}`, async (from) => {
    if (!looking) return maskTo({ from, to });
    const { workers, owner } = looking;
    try {
      return await workers.run(fileTasks, 'maskTo', { from, to }, { owner, seconds: SECONDS });
    } catch (error) {
      const unread = [{ path: null, reason: troubleWith(error) }];
      return { is_written: false, size: 0, rotate: [], dummy_env: '', left_out: [null], unread };
    }
  });
}
