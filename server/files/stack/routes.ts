import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { fileKeySchema } from '#domain/file.ts';
import { isManifest, type Stack, stackSchema } from '#domain/stack.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { describe } from '../../http/schemas.ts';
import { viewerOf } from '../../http/viewer.ts';
import type { Context } from '../../lifecycle/context.ts';
import { taskModule } from '../../workers/task.ts';
import { fileToOpen } from '../access.ts';

export const stackRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.get(
    '/files/:id/stack',
    describe('What the project in a file is built with, if it says so', {
      params: z.object({ id: fileKeySchema }),
      response: { 200: stackSchema.nullable() },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'look_into_file', key: viewer.id });
      const file = await fileToOpen(context.db, viewer, request.params.id);
      return stackOfFile(context, file, viewer.id);
    },
  );
};

const reader = taskModule<typeof import('./read-stack.ts')>(import.meta.resolve('./read-stack.ts'));

/**
 * What a stored file says about the project that it is, or is of; null where it says nothing.
 * @param owner who asks
 * @throws Refusal `too_much_to_read`
 */
async function stackOfFile(
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
