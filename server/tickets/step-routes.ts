import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requestChangesSchema } from '#domain/feedback.ts';
import { approvePlanSchema } from '#domain/milestone.ts';
import { ticketSchema } from '#domain/ticket.ts';
import { asAsked } from '../config/own-address.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { openAtProvider } from '../payments/commands.ts';
import { approvePlan, type PlainStep, requestChanges, takeStep } from './commands.ts';
import { findTicket, ticketFor } from './queries.ts';

const plainSteps = {
  reserve: 'Message Customer: reserve an open request',
  grab: 'Take an open or reserved request',
  abandon: 'Give a reserved request back',
  'submit-plan': 'Submit the plan for review',
} satisfies Record<PlainStep, string>;

/** The steps of a request as a whole; a milestone has its own. Source: contract, "HTTP". */
export const ticketStepRoutes: FastifyPluginAsyncZod = async (app) => {
  for (const [step, summary] of Object.entries(plainSteps) as [PlainStep, string][]) {
    app.post(
      `/tickets/:id/${step}`,
      {
        schema: describe(summary, { params: idParams, response: { 200: ticketSchema.nullable() } }),
      },
      (request) =>
        command(request, async (change) => {
          await takeStep(change, viewerOf(request), request.params.id, step);
          return findTicket(change.tx, viewerOf(request), request.params.id);
        }),
    );
  }

  app.post(
    '/tickets/:id/request-changes',
    {
      config: { shares: { texts: ['feedback'] } },
      schema: describe('Send the plan back', {
        params: idParams,
        body: requestChangesSchema,
        response: { 200: ticketSchema },
      }),
    },
    (request) =>
      command(request, async (change) => {
        await requestChanges(change, viewerOf(request), request.params.id, request.body.feedback);
        return ticketFor(change.tx, viewerOf(request), request.params.id);
      }),
  );

  app.post(
    '/tickets/:id/approve-plan',
    {
      schema: describe('Approve the plan; answers where to pay its first milestone', {
        params: idParams,
        body: approvePlanSchema.nullish(),
        response: { 200: z.object({ checkout_url: z.url().nullable() }) },
      }),
    },
    async (request) => {
      const pending = await command(request, (change) =>
        approvePlan(change, viewerOf(request), request.params.id, {
          totalCents: request.body?.total_cents,
          ip: request.ip,
        }),
      );
      if (!pending) return { checkout_url: null };
      try {
        const { checkout_url } = await openAtProvider(app.context, pending);
        return { checkout_url: asAsked(app.context.config.publicUrl, request, checkout_url) };
      } catch (error) {
        // The plan is approved all the same; the milestone shows how to pay.
        request.log.error({ err: error }, 'Failed to create checkout session');
        return { checkout_url: null };
      }
    },
  );
};
