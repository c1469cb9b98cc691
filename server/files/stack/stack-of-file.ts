import { isManifest, type Stack } from '#domain/stack.ts';
import type { Context } from '../../lifecycle/context.ts';
import { taskModule } from '../../workers/task.ts';

const reader = taskModule<typeof import('./read-stack.ts')>(import.meta.resolve('./read-stack.ts'));

/**
 * What a stored file says about the project that it is, or is of; null where it says nothing.
 * @param owner who asks
 * @throws Refusal `too_much_to_read`
 */
export async function stackOfFile(
  { files, workers }: Pick<Context, 'files' | 'workers'>,
  { key, name, type }: { key: string; name: string; type: string },
  owner: string,
): Promise<Stack | null> {
  const object = `originals/${key}` as const;
  if (isManifest(name)) {
    return files.lend(object, (file) =>
      workers.run(reader, 'stackOfManifest', { file, name }, { owner }),
    );
  }
  if (type !== 'application/zip') return null;
  return files.lend(object, (file) => workers.run(reader, 'stackOfArchive', file, { owner }));
}
