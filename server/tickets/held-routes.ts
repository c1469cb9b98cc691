import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { heldRequestSchema, settledRequestSchema } from '#domain/held-request.ts';
import { REQUEST_TEXTS, ticketInputSchema } from '#domain/ticket.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe, idParams } from '../http/schemas.ts';
import { change } from '../lifecycle/change.ts';
import { publicCommand } from '../lifecycle/command.ts';
import { holdRequest, settleHeld } from './held-requests.ts';

/** Requests that were written before there was an account. */
export const heldRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/sign-ups/:id/request',
    {
      config: { shares: { texts: REQUEST_TEXTS } },
      ...describe(
        'Hold a request that is posted once the address of this sign-up is confirmed',
        { params: idParams, body: ticketInputSchema, response: { 201: heldRequestSchema } },
        'public',
      ),
    },
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'held_request' });
      return publicCommand(request, (change) =>
        holdRequest(change, request.params.id, {
          ...request.body,
          keysShared: request.shared?.inTexts ?? false,
        }),
      );
    },
  );

  app.post(
    '/held-requests/:id/settle',
    describe(
      'Post a held request if its address is confirmed, and take it back if not',
      { params: idParams, response: { 200: settledRequestSchema } },
      'public',
    ),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'confirmation' });
      return change(app.context, (change) => settleHeld(change, request.params.id));
    },
  );
};
