import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { disputeDecisionSchema, moderatedDisputeSchema } from '#domain/moderation.ts';
import { LIST_ORDERS, listOf, pageQuery } from '../http/paging.ts';
import { describe, flag, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { decideDispute, listDisputes } from './disputes.ts';

const disputeQuery = pageQuery.extend({
  waiting: flag.prefault('true'),
  order: z.enum(LIST_ORDERS).default('newest'),
});

/** Disputes with customers' banks. */
export const disputeRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/moderation/disputes',
    describe(
      'List disputes by date: waiting ones, or all',
      { querystring: disputeQuery, response: { 200: listOf(moderatedDisputeSchema) } },
      'moderator',
    ),
    (request) => listDisputes(db, viewerOf(request), request.query),
  );

  app.post(
    '/moderation/disputes/:id/decide',
    {
      config: { shares: { texts: ['reason'], maskOnly: true } },
      ...describe(
        'Decide who bears a dispute that was lost after the release',
        {
          params: idParams,
          body: disputeDecisionSchema,
          response: { 200: moderatedDisputeSchema },
        },
        'moderator',
      ),
    },
    (request) =>
      command(request, async (change) => {
        const { id } = request.params;
        return (await decideDispute(change, viewerOf(request), { id, ...request.body })).dispute;
      }),
  );
};
