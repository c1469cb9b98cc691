import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requestDraftSchema } from '#domain/request-draft.ts';
import { REQUEST_TEXTS, requestDraftInputSchema } from '#domain/ticket.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { draftFor, dropDraft, keepDraft } from './drafts.ts';

/** Requests that a program has prepared, and that wait for their owner to post them. */
export const draftRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.post(
    '/drafts',
    {
      // Shared is what its owner posts, who chooses then.
      config: { shares: { texts: REQUEST_TEXTS, maskOnly: true } },
      ...describe('Prepare a request, which its owner opens in the form and posts', {
        body: requestDraftInputSchema,
        response: { 201: requestDraftSchema },
      }),
    },
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'request', key: viewer.id });
      return command(request, (change) => keepDraft(change, viewer, request.body));
    },
  );

  app.get(
    '/drafts/:id',
    describe('Read one of my prepared requests', {
      params: idParams,
      response: { 200: requestDraftSchema },
    }),
    (request) => draftFor(db, viewerOf(request), request.params.id),
  );

  app.delete(
    '/drafts/:id',
    describe('Drop one of my prepared requests', {
      params: idParams,
      response: { 204: z.null() },
    }),
    (request) =>
      command(request, (change) => dropDraft(change, viewerOf(request), request.params.id)),
  );
};
