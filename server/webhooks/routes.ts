import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Refusal } from '#domain/refusals.ts';
import {
  newWebhookSchema,
  webhookChangesSchema,
  webhookDeliverySchema,
  webhookSchema,
  webhookWithSecretSchema,
} from '#domain/webhook.ts';
import { logEvent } from '../http/event-log.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { listOf, pageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  replaceSecret,
  sendAgain,
  testWebhook,
} from './commands.ts';
import { deliveriesOf, webhooksOf } from './queries.ts';

const deliveryParams = idParams.extend({ delivery: z.guid() });

/** Webhooks of one's own account; no program manages them. Source: contract, Programs. */
export const ownWebhookRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.get(
    '/me/webhooks',
    describe('List my webhooks, the newest first', {
      response: { 200: z.object({ items: z.array(webhookSchema), next_cursor: z.null() }) },
    }),
    async (request) => ({
      items: await webhooksOf(context.db, viewerOf(request).id),
      next_cursor: null,
    }),
  );

  app.post(
    '/me/webhooks',
    describe('Make a webhook, whose secret is shown only now', {
      body: newWebhookSchema,
      response: { 201: webhookWithSecretSchema },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'new_webhook', key: viewer.id });
      const created = await command(request, (change) =>
        createWebhook(change, viewer, request.body),
      );
      logEvent(request, 'webhook_created', { user_id: viewer.id, webhook_id: created.id });
      return created;
    },
  );

  app.patch(
    '/me/webhooks/:id',
    describe('Change what a webhook hears or where, or switch it off or on', {
      params: idParams,
      body: webhookChangesSchema,
      response: { 200: webhookSchema },
    }),
    (request) =>
      command(request, (change) =>
        changeWebhook(change, viewerOf(request), request.params.id, request.body),
      ),
  );

  app.delete(
    '/me/webhooks/:id',
    describe('Delete one of my webhooks, with its log', {
      params: idParams,
      response: { 204: z.null() },
    }),
    (request) =>
      command(request, (change) => deleteWebhook(change, viewerOf(request), request.params.id)),
  );

  app.post(
    '/me/webhooks/:id/secret',
    describe('Replace the secret of a webhook, which is shown only now; both sign for a day', {
      params: idParams,
      response: { 200: webhookWithSecretSchema },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'new_webhook', key: viewer.id });
      return command(request, (change) => replaceSecret(change, viewer, request.params.id));
    },
  );

  app.post(
    '/me/webhooks/:id/test',
    describe('Send a test to a webhook', {
      params: idParams,
      response: { 202: webhookDeliverySchema },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'send_webhook', key: viewer.id });
      return command(request, (change) => testWebhook(change, viewer, request.params.id));
    },
  );

  app.get(
    '/me/webhooks/:id/deliveries',
    describe('Read the log of a webhook, newest first', {
      params: idParams,
      querystring: pageQuery,
      response: { 200: listOf(webhookDeliverySchema) },
    }),
    async (request) => {
      const { id } = request.params;
      const own = await webhooksOf(context.db, viewerOf(request).id);
      if (!own.some((webhook) => webhook.id === id.toLowerCase())) throw new Refusal('not_found');
      return deliveriesOf(context.db, id, request.query);
    },
  );

  app.post(
    '/me/webhooks/:id/deliveries/:delivery/again',
    describe('Send something to a webhook again, with the same id', {
      params: deliveryParams,
      response: { 202: webhookDeliverySchema },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'send_webhook', key: viewer.id });
      return command(request, (change) => sendAgain(change, viewer, request.params));
    },
  );
};
