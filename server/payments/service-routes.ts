import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { billingRecordSchema } from '#domain/billing.ts';
import { Refusal } from '#domain/refusals.ts';
import { serviceTicketInputSchema } from '#domain/service-ticket.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { sendServiceFailure } from '../http/service-failure.ts';
import { hasServiceKey } from '../http/service-key.ts';
import { publicCommand } from '../lifecycle/command.ts';
import { openAtProvider } from './commands.ts';
import { ProviderError } from './provider.ts';
import {
  checkoutServiceTicket,
  createServiceTicket,
  serviceTicketStatus,
} from './service-tickets.ts';

const params = z.object({ id: z.guid() });
const success = z.literal(true);
const created = z.object({
  success,
  ticket: z.object({ ticket_id: z.guid() }),
  message: z.string(),
});
const checkout = z.object({ success, checkoutUrl: z.url() });
const { payment_status } = billingRecordSchema.shape;
const status = z.object({ success, ticket: z.object({ payment_status }) });

/** The billing calls of specification 7.4, for the operator's other programs. */
export const serviceRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!hasServiceKey(request))
      throw new Refusal('no_session', 'The API key is missing or wrong.');
    // After the key is checked: nobody without it can use up the programs' limit.
    await limitCalls(request, reply, { name: 'billing_service' });
  });
  const sendFailure = sendServiceFailure('message');
  app.setErrorHandler((error, request, reply) => {
    const isAway = error instanceof ProviderError;
    return sendFailure(isAway ? new Refusal('provider_unavailable') : error, request, reply);
  });

  app.post(
    '/tickets',
    { schema: { hide: true, body: serviceTicketInputSchema, response: { 201: created } } },
    async (request, reply) => {
      const ticket = await publicCommand(request, (each) =>
        createServiceTicket(each, request.body),
      );
      return reply
        .code(201)
        .send({ success: true as const, ticket, message: 'The ticket was created.' });
    },
  );

  app.post(
    '/tickets/:id/checkout',
    { schema: { hide: true, params, response: { 200: checkout } } },
    async (request) => {
      const pending = await publicCommand(request, (each) =>
        checkoutServiceTicket(each, request.params.id),
      );
      const { checkout_url } = await openAtProvider(context, pending);
      return { success: true as const, checkoutUrl: checkout_url };
    },
  );

  app.get(
    '/tickets/:id',
    { schema: { hide: true, params, response: { 200: status } } },
    async (request) => {
      const payment_status = await serviceTicketStatus(context, request.params.id);
      return { success: true as const, ticket: { payment_status } };
    },
  );

  app.all('/*', { schema: { hide: true } }, () => {
    throw new Refusal('not_found', 'There is no such call.');
  });
};
