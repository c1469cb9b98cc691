import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  accessTokenSchema,
  createdAccessTokenSchema,
  newAccessTokenSchema,
  programUseSchema,
} from '#domain/program.ts';
import { logEvent } from '../../http/event-log.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { listOf, pageQuery } from '../../http/paging.ts';
import { describe, idParams } from '../../http/schemas.ts';
import { viewerOf } from '../../http/viewer.ts';
import { change } from '../../lifecycle/change.ts';
import { command } from '../../lifecycle/command.ts';
import { endProgramSession } from './program-session.ts';
import { createToken, tokensOf } from './tokens.ts';
import { usesOf } from './uses.ts';

/** Access tokens for one's own programs. Source: contract, Programs. */
export const tokenRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.get(
    '/me/tokens',
    describe('List my access tokens, the newest first', {
      response: { 200: z.object({ items: z.array(accessTokenSchema), next_cursor: z.null() }) },
    }),
    async (request) => ({
      items: await tokensOf(context.db, viewerOf(request)),
      next_cursor: null,
    }),
  );

  app.get(
    '/me/programs/uses',
    describe('Read what my programs did lately, newest first', {
      querystring: pageQuery,
      response: { 200: listOf(programUseSchema) },
    }),
    async (request) => {
      await app.programUses.flush();
      return usesOf(context.db, viewerOf(request).id, request.query);
    },
  );

  app.post(
    '/me/tokens',
    describe('Make an access token, which is shown only now', {
      body: newAccessTokenSchema,
      response: { 201: createdAccessTokenSchema },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'new_token', key: viewer.id });
      const created = await command(request, (change) => createToken(change, viewer, request.body));
      logEvent(request, 'token_created', { user_id: viewer.id, token_id: created.id });
      return created;
    },
  );

  app.delete(
    '/me/tokens/:id',
    describe('Revoke one of my access tokens', {
      params: idParams,
      response: { 204: z.null() },
    }),
    async (request) => {
      const viewer = viewerOf(request);
      await change(context, (change) =>
        endProgramSession(change, viewer, 'access_token', request.params.id),
      );
      logEvent(request, 'token_revoked', { user_id: viewer.id, token_id: request.params.id });
    },
  );
};
