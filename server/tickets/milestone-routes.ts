import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { actPath, summaryOf } from '#domain/acts.ts';
import {
  MILESTONE_TEXTS,
  milestoneInputSchema,
  milestonePatchSchema,
  milestoneSchema,
  planSchema,
} from '#domain/milestone.ts';
import { orderInputSchema } from '#domain/milestone-order.ts';
import type { Shares } from '../files/shield/shared-parts.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { within } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import {
  addMilestone,
  deleteMilestone,
  editMilestone,
  orderMilestones,
} from './milestone-commands.ts';
import { milestoneFor, planFor } from './milestone-queries.ts';

const milestoneShares: Shares = {
  texts: MILESTONE_TEXTS,
  files: ['file_attachments'],
};

/** The plan and its milestones; their steps are in step-routes.ts. Source: contract, "HTTP". */
export const milestoneRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/tickets/:id/milestones',
    describe('Read the plan', { params: idParams, response: { 200: planSchema } }),
    (request) => planFor(app.context, viewerOf(request), request.params.id),
  );

  app.post(
    '/tickets/:id/milestones',
    {
      config: { shares: milestoneShares },
      ...describe(summaryOf('add-milestone'), {
        params: idParams,
        body: milestoneInputSchema,
        response: { 201: milestoneSchema },
      }),
    },
    async (request) => {
      const viewer = viewerOf(request);
      return command(request, async (change) =>
        milestoneFor(
          within(change),
          viewer,
          await addMilestone(change, viewer, request.params.id, request.body),
        ),
      );
    },
  );

  app.put(
    '/tickets/:id/milestones/order',
    describe(summaryOf('order-milestones'), {
      params: idParams,
      body: orderInputSchema,
      response: { 200: planSchema },
    }),
    (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      return command(request, async (change) => {
        await orderMilestones(change, viewer, id, request.body.ids);
        return planFor(within(change), viewer, id);
      });
    },
  );

  app.patch(
    '/milestones/:id',
    {
      config: { shares: milestoneShares },
      ...describe(summaryOf('edit-milestone'), {
        params: idParams,
        body: milestonePatchSchema,
        response: { 200: milestoneSchema },
      }),
    },
    (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      return command(request, async (change) => {
        await editMilestone(change, viewer, id, request.body);
        return milestoneFor(within(change), viewer, id);
      });
    },
  );

  app.delete(
    actPath('delete-milestone', ':id'),
    describe(summaryOf('delete-milestone'), {
      params: idParams,
      response: { 204: z.null() },
    }),
    (request) =>
      command(request, (change) => deleteMilestone(change, viewerOf(request), request.params.id)),
  );
};
