import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { snapshotInputSchema, snapshotSchema } from '#domain/code.ts';
import { secretsDecisionSchema } from '#domain/secret.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { decideKeys } from './decide-keys.ts';
import { postSnapshot } from './post-snapshot.ts';
import { snapshotFor, snapshotsOf } from './queries.ts';

/** Versions of a project: how they come in, and how they are read. */
export const codeRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.post(
    '/tickets/:id/snapshots',
    describe('Bring a version of the project, which is then read', {
      params: idParams,
      body: snapshotInputSchema,
      response: { 202: snapshotSchema },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'snapshot', key: viewer.id });
      return command(request, async (change) => {
        const added = await postSnapshot(change, viewer, id, request.body);
        return snapshotFor(change.tx, viewer, added);
      });
    },
  );

  app.get(
    '/tickets/:id/snapshots',
    describe('The versions of the project of a request, newest first', {
      params: idParams,
      response: { 200: z.object({ items: z.array(snapshotSchema) }) },
    }),
    async (request) => ({ items: await snapshotsOf(db, viewerOf(request), request.params.id) }),
  );

  app.get(
    '/snapshots/:id',
    describe('One version of a project', {
      params: idParams,
      response: { 200: snapshotSchema },
    }),
    (request) => snapshotFor(db, viewerOf(request), request.params.id),
  );

  app.post(
    '/snapshots/:id/secrets',
    describe('Say what becomes of the keys in my version, which waits for that', {
      params: idParams,
      body: secretsDecisionSchema,
      response: { 202: snapshotSchema },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'snapshot', key: viewer.id });
      const { secrets: choice } = request.body;
      return command(request, async (change) => {
        await decideKeys(change, viewer, { id, choice });
        return snapshotFor(change.tx, viewer, id);
      });
    },
  );
};
