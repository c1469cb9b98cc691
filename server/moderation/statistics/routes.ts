import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { STATISTICS_DAYS, type StatisticsDays, statisticsSchema } from '#domain/statistics.ts';
import { describe } from '../../http/schemas.ts';
import { statisticsOf } from './statistics.ts';

/** Statistics of the marketplace, for moderators. */
export const statisticsRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/moderation/statistics',
    describe(
      'Read statistics of the last 30, 90 or 365 days',
      {
        querystring: z.object({ days: z.enum(STATISTICS_DAYS).default('30') }),
        response: { 200: statisticsSchema },
      },
      'moderator',
    ),
    (request) => statisticsOf(app.context.late.db, Number(request.query.days) as StatisticsDays),
  );
};
