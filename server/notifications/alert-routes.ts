import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { alertInputSchema, alertListSchema, alertSchema } from '#domain/alert.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { addAlert, alertsOf, deleteAlert, deleteAlerts } from './alerts.ts';

/** An unblocker's alerts about new requests. Source: contract, "Choosing". */
export const alertRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/me/alerts',
    describe('List my alerts about new requests', { response: { 200: alertListSchema } }),
    async (request) => ({
      items: await alertsOf(app.context.db, viewerOf(request)),
      next_cursor: null,
    }),
  );

  app.post(
    '/me/alerts',
    describe(
      'Add an alert: from now on I hear of requests that one of mine looks for, and no others',
      {
        body: alertInputSchema,
        response: { 201: alertSchema },
      },
    ),
    (request) => command(request, (change) => addAlert(change, viewerOf(request), request.body)),
  );

  app.delete(
    '/me/alerts',
    describe('Delete all of my alerts: I hear of all requests in my categories again', {
      response: { 204: z.null() },
    }),
    (request) => command(request, (change) => deleteAlerts(change, viewerOf(request))),
  );

  app.delete(
    '/me/alerts/:id',
    describe('Delete one of my alerts', { params: idParams, response: { 204: z.null() } }),
    (request) =>
      command(request, (change) => deleteAlert(change, viewerOf(request), request.params.id)),
  );
};
