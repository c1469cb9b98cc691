import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { actPath, summaryOf } from '#domain/acts.ts';
import { checkoutSchema } from '#domain/billing.ts';
import { approvePlanSchema, deliveryInputSchema, milestoneSchema } from '#domain/milestone.ts';
import { asAsked } from '../config/own-address.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { within } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import { checkoutMilestone, openAtProvider } from '../payments/commands.ts';
import { approvePlan } from './commands.ts';
import { submitMilestone } from './milestone-commands.ts';
import { milestoneFor } from './milestone-queries.ts';

/** The steps that take or answer with something of their own; see plain-routes.ts for the others. */
export const stepRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    actPath('approve-plan', ':id'),
    {
      schema: describe(summaryOf('approve-plan'), {
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

  app.post(
    actPath('submit', ':id'),
    {
      config: { shares: { texts: ['message'], files: 'file_attachments' } },
      schema: describe(summaryOf('submit'), {
        params: idParams,
        body: deliveryInputSchema,
        response: { 200: milestoneSchema },
      }),
    },
    (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      return command(request, async (change) => {
        await submitMilestone(change, viewer, id, request.body);
        return milestoneFor(within(change), viewer, id);
      });
    },
  );

  app.post(
    actPath('checkout', ':id'),
    {
      schema: describe(summaryOf('checkout'), {
        params: idParams,
        response: { 200: checkoutSchema },
      }),
    },
    async (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      const pending = await command(request, (change) =>
        checkoutMilestone(change, viewer, id, request.ip),
      );
      const { checkout_url } = await openAtProvider(app.context, pending);
      return { checkout_url: asAsked(app.context.config.publicUrl, request, checkout_url) };
    },
  );
};
