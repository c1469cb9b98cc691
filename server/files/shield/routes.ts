import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { fileKeySchema } from '#domain/file.ts';
import { fileSecretSchema, secretScanSchema, secretSchema, unreadSchema } from '#domain/secret.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { describe } from '../../http/schemas.ts';
import { viewerOf } from '../../http/viewer.ts';
import { fileToOpen } from '../access.ts';
import { findSecretsInFile } from './find-in-file.ts';
import { findSecrets } from './find-secrets.ts';

/** Secrets stay home: what is about to be shared is looked at first. Nothing of it is kept. */
export const secretRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db, files, workers } = app.context;

  app.post(
    '/secrets/scan',
    describe('Keys and passwords in a text', {
      body: secretScanSchema,
      response: { 200: z.object({ items: z.array(secretSchema) }) },
    }),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'secret_scan', key: viewerOf(request).id });
      return { items: await findSecrets(request.body.text) };
    },
  );

  app.get(
    '/files/:id/secrets',
    describe('Keys and passwords in a text file or zip archive', {
      params: z.object({ id: fileKeySchema }),
      response: {
        200: z.object({
          items: z.array(fileSecretSchema),
          is_complete: z.boolean(),
          unread: z.array(unreadSchema),
        }),
      },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'secret_scan', key: viewer.id });
      const file = await fileToOpen(db, viewer, request.params.id);
      return findSecretsInFile(files, file, { workers, owner: viewer.id });
    },
  );
};
