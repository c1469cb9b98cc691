import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { askingProgramSchema, connectedProgramSchema } from '#domain/program.ts';
import { logEvent } from '../../http/event-log.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { describe, idParams } from '../../http/schemas.ts';
import { viewerOf } from '../../http/viewer.ts';
import { change } from '../../lifecycle/change.ts';
import { endProgramSession } from '../programs/program-session.ts';
import { answerProgram, askingProgram } from './asking.ts';
import { connectionsOf } from './connections.ts';
import { answerDevice, askingDevice } from './device.ts';

const codeParams = z.object({ code: z.string().max(40).describe('As the program shows it') });
const askingParams = z.object({ id: z.string().max(100) });

/** Programs that a person lets in by OAuth. Source: contract, Programs. */
export const connectedProgramRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.get(
    '/me/programs',
    describe('List my connected programs, the newest first', {
      response: {
        200: z.object({ items: z.array(connectedProgramSchema), next_cursor: z.null() }),
      },
    }),
    async (request) => ({
      items: await connectionsOf(context.db, viewerOf(request)),
      next_cursor: null,
    }),
  );

  app.delete(
    '/me/programs/:id',
    describe('Disconnect one of my programs', {
      params: idParams,
      response: { 204: z.null() },
    }),
    async (request) => {
      const viewer = viewerOf(request);
      const { id } = request.params;
      await change(context, (change) => endProgramSession(change, viewer, 'connected_program', id));
      logEvent(request, 'program_disconnected', { user_id: viewer.id, token_id: id });
    },
  );

  app.get(
    '/me/programs/asking/:id',
    describe('See which program asks to be connected, in the browser that it sent here', {
      params: askingParams,
      response: { 200: askingProgramSchema },
    }),
    (request, reply) => askingProgram(request, reply, request.params.id),
  );

  app.post(
    '/me/programs/asking/:id',
    describe('Allow that program, or say no', {
      params: askingParams,
      body: z.object({ allow: z.boolean() }),
      response: {
        200: z.object({ location: z.string().describe('Where this browser goes with the answer') }),
      },
    }),
    (request, reply) => answerProgram(request, reply, { ...request.params, ...request.body }),
  );

  app.get(
    '/me/programs/code/:code',
    describe('See which program shows this code', {
      params: codeParams,
      response: { 200: askingProgramSchema },
    }),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'device_code', key: viewerOf(request).id });
      return askingDevice(context, request.params.code);
    },
  );

  app.post(
    '/me/programs/code/:code',
    describe('Allow the program that shows this code, or say no', {
      params: codeParams,
      body: z.object({ allow: z.boolean() }),
      response: { 204: z.null() },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'device_code', key: viewer.id });
      const answer = { ...request.params, ...request.body };
      const connection = await answerDevice(context, viewer, answer);
      if (connection)
        logEvent(request, 'program_connected', { user_id: viewer.id, token_id: connection });
    },
  );
};
