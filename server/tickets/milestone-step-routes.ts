import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { checkoutSchema } from '#domain/billing.ts';
import {
  acceptInputSchema,
  deliveryInputSchema,
  type Milestone,
  milestoneSchema,
  rejectInputSchema,
} from '#domain/milestone.ts';
import { asAsked } from '../config/own-address.ts';
import { describe, idParams } from '../http/schemas.ts';
import { type Viewer, viewerOf } from '../http/viewer.ts';
import { type Change, within } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import { checkoutMilestone, openAtProvider } from '../payments/commands.ts';
import {
  acceptMilestone,
  rejectMilestone,
  startMilestone,
  submitMilestone,
} from './milestone-commands.ts';
import { milestoneFor } from './milestone-queries.ts';

const answer = { 200: milestoneSchema };

/** The work on a milestone, and its payment. Source: contract, "HTTP". */
export const milestoneStepRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/milestones/:id/start',
    { schema: describe('Start work', { params: idParams, response: answer }) },
    (request) => onMilestone(request, startMilestone),
  );

  app.post(
    '/milestones/:id/submit',
    {
      config: { shares: { texts: ['message'], files: 'file_attachments' } },
      schema: describe('Hand in the work', {
        params: idParams,
        body: deliveryInputSchema,
        response: answer,
      }),
    },
    (request) =>
      onMilestone(request, (...milestone) => submitMilestone(...milestone, request.body)),
  );

  app.post(
    '/milestones/:id/accept',
    {
      config: { shares: { texts: ['feedback'] } },
      schema: describe('Accept the work; the money is released', {
        params: idParams,
        body: acceptInputSchema.nullish(),
        response: answer,
      }),
    },
    (request) =>
      onMilestone(request, (...milestone) =>
        acceptMilestone(...milestone, request.body?.feedback ?? null),
      ),
  );

  app.post(
    '/milestones/:id/reject',
    {
      config: { shares: { texts: ['feedback'] } },
      schema: describe('Send the work back', {
        params: idParams,
        body: rejectInputSchema,
        response: answer,
      }),
    },
    (request) =>
      onMilestone(request, (...milestone) => rejectMilestone(...milestone, request.body.feedback)),
  );

  app.post(
    '/milestones/:id/checkout',
    { schema: describe('Where to pay', { params: idParams, response: { 200: checkoutSchema } }) },
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

/** Takes a step on the milestone of a call, then answers with it as it is now. */
function onMilestone(
  request: FastifyRequest<{ Params: { id: string } }>,
  step: (change: Change, viewer: Viewer, id: string) => Promise<void>,
): Promise<Milestone> {
  const [viewer, { id }] = [viewerOf(request), request.params];
  return command(request, async (change) => {
    await step(change, viewer, id);
    return milestoneFor(within(change), viewer, id);
  });
}
