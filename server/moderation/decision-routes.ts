import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { appealInputSchema, decisionSchema } from '#domain/decision.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { decisionFor, decisionsOf } from '../lifecycle/decisions.ts';
import { asOneSide } from '../lifecycle/visibility.ts';
import { appeal } from './appeals.ts';

/** Decisions of moderators, for the two sides to read and appeal. */
export const decisionRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/tickets/:id/decisions',
    describe('List decisions about a request, newest first', {
      params: idParams,
      response: { 200: z.object({ items: z.array(decisionSchema), next_cursor: z.null() }) },
    }),
    async (request) => {
      const viewer = viewerOf(request);
      await asOneSide(db, viewer, request.params.id);
      return { items: await decisionsOf(db, viewer, request.params.id), next_cursor: null };
    },
  );

  app.get(
    '/decisions/:id',
    describe('Read a decision', {
      params: idParams,
      response: { 200: decisionSchema },
    }),
    (request) => decisionFor(db, viewerOf(request), request.params.id),
  );

  app.post(
    '/decisions/:id/appeal',
    describe('Appeal against a decision, once', {
      params: idParams,
      body: appealInputSchema,
      response: { 200: decisionSchema },
    }),
    (request) =>
      command(request, async (change) => {
        const viewer = viewerOf(request);
        await appeal(change, viewer, { id: request.params.id, ...request.body });
        return decisionFor(change.tx, viewer, request.params.id);
      }),
  );
};
