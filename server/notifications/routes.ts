import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notificationPageSchema, readNotificationsSchema } from '#domain/notification.ts';
import { pageQuery } from '../http/paging.ts';
import { describe } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { markNotificationsRead } from './commands.ts';
import { notificationsOf } from './queries.ts';

export const notificationRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/notifications',
    describe('List my notifications, newest first', {
      querystring: pageQuery,
      response: { 200: notificationPageSchema },
    }),
    (request) => notificationsOf(app.context.db, viewerOf(request), request.query),
  );

  app.post(
    '/notifications/read',
    describe('Mark notifications as read: some, those of a request, or all up to a time', {
      body: readNotificationsSchema,
      response: { 204: z.null() },
    }),
    (request) =>
      command(request, (change) => markNotificationsRead(change, viewerOf(request), request.body)),
  );
};
