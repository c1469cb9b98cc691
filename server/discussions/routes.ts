import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { messageInputSchema, messageSchema } from '#domain/message.ts';
import { command } from '../http/command.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { markRead, postMessage, reportMessage } from './commands.ts';
import { messageFor, messagesFor } from './queries.ts';

const threadQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});

/** The thread of a request. Source: contract, "HTTP". */
export const discussionRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/tickets/:id/messages',
    {
      schema: describe('The newest messages, in time order', {
        params: idParams,
        querystring: threadQuery,
        response: {
          200: z.object({ items: z.array(messageSchema), next_cursor: z.string().nullable() }),
        },
      }),
    },
    (request) => messagesFor(app.context.db, viewerOf(request), request.params.id, request.query),
  );

  app.post(
    '/tickets/:id/messages',
    {
      schema: describe('Post a message', {
        params: idParams,
        body: messageInputSchema,
        response: { 201: messageSchema },
      }),
    },
    async (request, reply) => {
      const viewer = viewerOf(request);
      const message = await command(request, async (change) =>
        messageFor(
          change.tx,
          viewer,
          await postMessage(change, viewer, request.params.id, request.body),
        ),
      );
      return reply.code(201).send(message);
    },
  );

  app.post(
    '/tickets/:id/read',
    {
      schema: describe('Mark the other side’s messages read', {
        params: idParams,
        response: { 204: z.null() },
      }),
    },
    async (request, reply) => {
      await command(request, (change) => markRead(change, viewerOf(request), request.params.id));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/messages/:id/report',
    {
      schema: describe('Report a message to the moderators', {
        params: idParams,
        response: { 200: messageSchema },
      }),
    },
    (request) =>
      command(request, async (change) => {
        await reportMessage(change, viewerOf(request), request.params.id);
        return messageFor(change.tx, viewerOf(request), request.params.id);
      }),
  );
};
