import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { billingRecordSchema, ticketMoneySchema } from '#domain/billing.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { billingRecordFor, checkPayment, ticketMoney } from './queries.ts';

/** Calls of the payment-success page, the receipt and the roadmap's money. */
export const billingRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/billing-records/:id',
    describe('Read a billing record', {
      params: idParams,
      response: { 200: billingRecordSchema },
    }),
    (request) => billingRecordFor(app.context.db, viewerOf(request), request.params.id),
  );

  app.get(
    '/tickets/:id/money',
    describe('Read where the money of a request is, with its receipts', {
      params: idParams,
      response: { 200: ticketMoneySchema },
    }),
    (request) => ticketMoney(app.context.db, viewerOf(request), request.params.id),
  );

  app.post(
    '/billing-records/:id/check',
    describe('Refresh a payment’s status from the provider', {
      params: idParams,
      response: { 200: billingRecordSchema },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'payment_check', key: viewer.id });
      return checkPayment(app.context, { viewer, id: request.params.id });
    },
  );
};
