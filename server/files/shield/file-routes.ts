import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { dummyEnvSchema, fileKeySchema, fileKeysSchema, fileSchema } from '#domain/file.ts';
import { secretsDecisionSchema } from '#domain/secret.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { describe } from '../../http/schemas.ts';
import { viewerOf } from '../../http/viewer.ts';
import { command } from '../../lifecycle/command.ts';
import { fileFor } from '../queries.ts';
import { maskedCopy } from './masked-copy.ts';
import { decideSecrets, dummyEnvOf, heldBackFile, keysOfOwnFile } from './own-file.ts';

const params = z.object({ id: fileKeySchema });

/** What was found in files, and what their owners say of it. */
export const fileSecretRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.get(
    '/files/:id/keys',
    describe('Keys that were found in my file, and those to replace in a masked one', {
      params,
      response: { 200: fileKeysSchema },
    }),
    (request) => keysOfOwnFile(context.db, viewerOf(request), request.params.id),
  );

  app.post(
    '/files/:id/keys',
    describe('Say what becomes of the keys in my attached file, which waits for that', {
      params,
      body: secretsDecisionSchema,
      response: { 200: fileSchema },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'look_through', key: viewer.id });
      await heldBackFile(context.db, viewer, id);
      const copy = request.body.secrets === 'mask' ? await maskedCopy(context, id) : null;
      return command(request, async (change) => {
        const key = await decideSecrets(change, viewer, { key: id, copy });
        return fileFor({ db: change.tx, config: context.config }, viewer, key);
      });
    },
  );

  app.get(
    '/files/:id/env',
    describe('A .env with dummies for the keys that were masked in a file', {
      params,
      response: { 200: dummyEnvSchema },
    }),
    (request) => dummyEnvOf(context.db, viewerOf(request), request.params.id),
  );
};
