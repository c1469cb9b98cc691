import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { fileKeySchema } from '#domain/file.ts';
import { stackSchema } from '#domain/stack.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { describe } from '../../http/schemas.ts';
import { viewerOf } from '../../http/viewer.ts';
import { fileToOpen } from '../access.ts';
import { stackOfFile } from './stack-of-file.ts';

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
