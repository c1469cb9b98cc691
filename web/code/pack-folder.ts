import { MAX_FILE_BYTES } from '#domain/file-rules.ts';
import { MAX_FILE_MB } from '#domain/limits.ts';
import type { Folder } from './folder-files.ts';
import type { PackAnswer } from './pack-worker.ts';

const problems = {
  too_large: `Packed, this folder is larger than ${MAX_FILE_MB} MB. Please leave out large files such as videos and data, or give the address of a Git repository.`,
  unreadable:
    'Some files of this folder could not be read. Please close what uses them and try again.',
};

/**
 * Packs a folder into a zip in a worker, so that the page stays quick.
 * @param onProgress from 0 to 1
 * @throws Error in words for the person; an AbortError when `signal` says so
 */
export function packFolder(
  { name, files }: Folder,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<File> {
  if (files.length === 0) {
    return Promise.reject(
      new Error('There is nothing of a project in this folder: only dependencies or build output.'),
    );
  }
  const worker = new Worker(new URL('./pack-worker.ts', import.meta.url), { type: 'module' });
  const packed = new Promise<File>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.addEventListener('error', () => reject(new Error(problems.unreadable)));
    worker.addEventListener('message', ({ data }: MessageEvent<PackAnswer>) => {
      if ('packed' in data) onProgress(data.packed / files.length);
      else if ('problem' in data) reject(new Error(problems[data.problem]));
      else resolve(new File([data.zip], `${name || 'project'}.zip`, { type: 'application/zip' }));
    });
    worker.postMessage({ files, most: MAX_FILE_BYTES });
  });
  return packed.finally(() => worker.terminate());
}
