import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { checkoutSchema } from '#domain/billing.ts';
import {
  acceptInputSchema,
  deliveryInputSchema,
  milestoneInputSchema,
  milestonePatchSchema,
  milestoneSchema,
  rejectInputSchema,
} from '#domain/milestone.ts';
import { orderInputSchema } from '#domain/milestone-order.ts';
import { checkoutMilestone, openAtProvider } from '../billing/commands.ts';
import type { Change } from '../change.ts';
import { command } from '../http/command.ts';
import { asAsked } from '../http/own-address.ts';
import { describe, idParams } from '../http/schemas.ts';
import { type Viewer, viewerOf } from '../http/viewer.ts';
import {
  acceptMilestone,
  addMilestone,
  deleteMilestone,
  editMilestone,
  rejectMilestone,
  startMilestone,
  submitMilestone,
} from './commands.ts';
import { orderMilestones } from './order.ts';
import { milestoneFor, planFor } from './queries.ts';

const planSchema = z.object({
  items: z.array(milestoneSchema),
  next_cursor: z.null(),
  total_cents: z.int(),
});
const answer = { 200: milestoneSchema };

/** The plan, its work and its payment. Source: contract, "HTTP". */
export const milestoneRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/tickets/:id/milestones',
    { schema: describe('The plan', { params: idParams, response: { 200: planSchema } }) },
    (request) => planFor(db, viewerOf(request), request.params.id),
  );

  app.post(
    '/tickets/:id/milestones',
    {
      schema: describe('Add a milestone', {
        params: idParams,
        body: milestoneInputSchema,
        response: { 201: milestoneSchema },
      }),
    },
    async (request, reply) => {
      const viewer = viewerOf(request);
      const milestone = await command(request, async (change) =>
        milestoneFor(
          change.tx,
          viewer,
          await addMilestone(change, viewer, request.params.id, request.body),
        ),
      );
      return reply.code(201).send(milestone);
    },
  );

  app.put(
    '/tickets/:id/milestones/order',
    {
      schema: describe('Put the milestones in another order', {
        params: idParams,
        body: orderInputSchema,
        response: { 200: planSchema },
      }),
    },
    (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      return command(request, async (change) => {
        await orderMilestones(change, viewer, id, request.body.ids);
        return planFor(change.tx, viewer, id);
      });
    },
  );

  /** Takes the step, then answers with the milestone as it is now. */
  const step = async (change: Change, viewer: Viewer, id: string, work: Promise<void>) => {
    await work;
    return milestoneFor(change.tx, viewer, id);
  };

  app.patch(
    '/milestones/:id',
    {
      schema: describe('Edit a milestone', {
        params: idParams,
        body: milestonePatchSchema,
        response: answer,
      }),
    },
    (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      return command(request, (change) =>
        step(change, viewer, id, editMilestone(change, viewer, id, request.body)),
      );
    },
  );

  app.delete(
    '/milestones/:id',
    { schema: describe('Delete a milestone', { params: idParams, response: { 204: z.null() } }) },
    async (request, reply) => {
      await command(request, (change) =>
        deleteMilestone(change, viewerOf(request), request.params.id),
      );
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/milestones/:id/start',
    { schema: describe('Start work', { params: idParams, response: answer }) },
    (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      return command(request, (change) =>
        step(change, viewer, id, startMilestone(change, viewer, id)),
      );
    },
  );

  app.post(
    '/milestones/:id/submit',
    {
      schema: describe('Hand in the work', {
        params: idParams,
        body: deliveryInputSchema,
        response: answer,
      }),
    },
    (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      return command(request, (change) =>
        step(change, viewer, id, submitMilestone(change, viewer, id, request.body)),
      );
    },
  );

  app.post(
    '/milestones/:id/accept',
    {
      schema: describe('Accept the work; the money is released', {
        params: idParams,
        body: acceptInputSchema.nullish(),
        response: answer,
      }),
    },
    (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      const feedback = request.body?.feedback ?? null;
      return command(request, (change) =>
        step(change, viewer, id, acceptMilestone(change, viewer, id, feedback)),
      );
    },
  );

  app.post(
    '/milestones/:id/reject',
    {
      schema: describe('Send the work back', {
        params: idParams,
        body: rejectInputSchema,
        response: answer,
      }),
    },
    (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      const { feedback } = request.body;
      return command(request, (change) =>
        step(change, viewer, id, rejectMilestone(change, viewer, id, feedback)),
      );
    },
  );

  app.post(
    '/milestones/:id/checkout',
    { schema: describe('Where to pay', { params: idParams, response: { 200: checkoutSchema } }) },
    async (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      const pending = await command(request, (change) => checkoutMilestone(change, viewer, id));
      const { checkout_url } = await openAtProvider(app.context, pending);
      return { checkout_url: asAsked(app.context.config.publicUrl, request, checkout_url) };
    },
  );
};
