import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { fileKeySchema } from '#domain/file.ts';
import { stackSchema } from '#domain/stack.ts';
import { fileToOpen } from '../files/access.ts';
import { describe } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { stackOfFile } from './read-stack.ts';

export const stackRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db, files } = app.context;

  app.get(
    '/files/:id/stack',
    {
      schema: describe('What the project in a file is built with, if it says so', {
        params: z.object({ id: fileKeySchema }),
        response: { 200: stackSchema.nullable() },
      }),
    },
    async (request) => {
      const file = await fileToOpen(db, viewerOf(request), request.params.id);
      return stackOfFile(files, file);
    },
  );
};
