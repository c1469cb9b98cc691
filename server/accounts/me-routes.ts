import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ownPasswordSchema } from '#domain/credentials.ts';
import { exportSchema } from '#domain/export.ts';
import { passkeyAnswerSchema } from '#domain/passkey.ts';
import { sessionSchema } from '#domain/session.ts';
import { logEvent } from '../http/event-log.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { change } from '../lifecycle/change.ts';
import { deleteAccount } from './delete-account.ts';
import { exportOf } from './export/export.ts';
import { confirmPasskey, confirmPassword } from './own-password.ts';
import { endSession, sessionsOf } from './session-list.ts';

/** Calls about one's own account, except the profile. */
export const meRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.get(
    '/me/sessions',
    describe('List my sessions, the last used first', {
      response: { 200: z.object({ items: z.array(sessionSchema), next_cursor: z.null() }) },
    }),
    async (request) => ({
      items: await sessionsOf(context.db, viewerOf(request)),
      next_cursor: null,
    }),
  );

  app.delete(
    '/me/sessions/:id',
    describe('End one of my sessions', {
      params: idParams,
      response: { 204: z.null() },
    }),
    async (request) => {
      await change(context, (change) => endSession(change, viewerOf(request), request.params.id));
      logEvent(request, 'signed_out', { user_id: viewerOf(request).id, scope: 'one' });
    },
  );

  app.post(
    '/me/confirm-password',
    describe('Confirm my password before changing how I sign in', {
      body: ownPasswordSchema,
      response: { 204: z.null() },
    }),
    (request) => confirmPassword(request, request.body.password),
  );

  app.post(
    '/me/confirm-passkey',
    describe('Confirm by a passkey of mine before changing how I sign in', {
      body: passkeyAnswerSchema,
      response: { 204: z.null() },
    }),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'factors' });
      await confirmPasskey(request, request.body);
    },
  );

  app.get(
    '/me/export',
    {
      // Sent as a stream whose text fits the schema.
      ...describe('Export all that is stored about me', {
        response: { 200: exportSchema as z.ZodType },
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'export', key: viewer.id });
      logEvent(request, 'exported', { user_id: viewer.id });
      const name = `unblock-export-${new Date().toISOString().slice(0, 10)}.json`;
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(await exportOf(context, viewer));
    },
  );

  app.delete(
    '/me',
    describe('Delete my account; refused while I have open requests', {
      body: ownPasswordSchema,
      response: { 204: z.null() },
    }),
    (request) => deleteAccount(request, request.body.password),
  );
};
