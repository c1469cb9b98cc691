import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { attemptInputSchema, attemptSchema } from '#domain/attempt.ts';
import { writeShared } from '../../files/shield/note-shared.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { describe, idParams } from '../../http/schemas.ts';
import { viewerOf } from '../../http/viewer.ts';
import { command } from '../../lifecycle/command.ts';
import { addAttempt, attemptsOf, refusalFor, removeAttempt } from './attempts.ts';
import { readSent } from './read-upload.ts';

/** What the AI already tried: sessions and chats that a customer shares with a request. */
export const attemptRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.get(
    '/tickets/:id/attempts',
    describe('What the AI tool of the customer already tried, oldest first', {
      params: idParams,
      response: { 200: z.object({ items: z.array(attemptSchema) }) },
    }),
    async (request) => ({
      items: await attemptsOf(context.db, viewerOf(request), request.params.id),
    }),
  );

  app.post(
    '/tickets/:id/attempts',
    {
      config: { shares: { texts: ['text'], files: ['file_key'] } },
      ...describe('Share what the AI tool already tried, from an upload or as text', {
        params: idParams,
        body: attemptInputSchema,
        response: { 201: attemptSchema },
      }),
    },
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'attempt', key: viewer.id });
      // Nothing is read for those who are refused below.
      const refusal = await refusalFor(context.db, viewer, id, 'add');
      const { body, secretsChoice, shared } = request;
      const read = refusal ? null : await readSent(context, viewer, body, secretsChoice);
      const isNoted = shared !== null && (shared.inTexts || shared.fileKeys.length > 0);
      return command(request, async (change) => {
        const attempt = await addAttempt(change, viewer, id, read?.attempt ?? null);
        if (read?.hasSecrets && !isNoted)
          await writeShared(change, { by: viewer.id, ticketId: id });
        return attempt;
      });
    },
  );

  app.delete(
    '/attempts/:id',
    describe('Take away what I have shared of what was tried', {
      params: idParams,
      response: { 204: z.null() },
    }),
    async (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await command(request, (change) => removeAttempt(change, viewer, id));
    },
  );
};
