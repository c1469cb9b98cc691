import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { planChangeSchema } from '#domain/plan-change.ts';
import { planVersionSchema } from '#domain/plan-version.ts';
import { listOf, numberedPageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { changesFor, versionsFor } from './plan-history.ts';

/** Whole plans with long texts: fewer at a time than in other lists. */
const plansQuery = numberedPageQuery.extend({
  limit: numberedPageQuery.shape.limit.unwrap().max(20).default(10),
});

/** Submitted plans, and proposed changes. Source: contract, second part. */
export const planRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/tickets/:id/plan/versions',
    describe('List submitted plans with their changes, newest first', {
      params: idParams,
      querystring: plansQuery,
      response: { 200: listOf(planVersionSchema) },
    }),
    (request) => versionsFor(app.context, viewerOf(request), request.params.id, request.query),
  );

  app.get(
    '/tickets/:id/changes',
    describe('List proposed changes of the plan, newest first', {
      params: idParams,
      querystring: plansQuery,
      response: { 200: listOf(planChangeSchema) },
    }),
    (request) => changesFor(app.context, viewerOf(request), request.params.id, request.query),
  );
};
