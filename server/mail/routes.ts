import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { reasonSchema } from '#domain/decision.ts';
import { failedMailSchema } from '#domain/failed-mail.ts';
import { pageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { listFailedMails, resendMail } from './failed-mails.ts';

/** Mails that could not be sent, for moderators. */
export const mailRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/moderation/mails',
    describe(
      'List unsent mails, newest first',
      {
        querystring: pageQuery,
        response: {
          200: z.object({ items: z.array(failedMailSchema), next_cursor: z.string().nullable() }),
        },
      },
      'moderator',
    ),
    (request) => listFailedMails(db, request.query),
  );

  app.post(
    '/moderation/mails/:id/resend',
    describe(
      'Send a failed mail again now',
      { params: idParams, body: reasonSchema, response: { 200: failedMailSchema } },
      'moderator',
    ),
    (request) =>
      command(request, (change) =>
        resendMail(change, viewerOf(request), { id: request.params.id, ...request.body }),
      ),
  );
};
