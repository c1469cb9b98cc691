import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { summaryOf } from '#domain/acts.ts';
import { feedbackInputSchema, feedbackSchema } from '#domain/feedback.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { asOneSide } from '../lifecycle/visibility.ts';
import { feedbackOf, leaveFeedback } from './feedback.ts';

/** Ratings of developers, and of customers. Source: contract, "HTTP" and "Choosing". */
export const feedbackRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/tickets/:id/feedback',
    describe('Read the rating of the developer', {
      params: idParams,
      response: { 200: feedbackSchema },
    }),
    async (request) => {
      const side = await asOneSide(db, viewerOf(request), request.params.id);
      return feedbackOf(db, request.params.id, 'customer', side);
    },
  );

  for (const [path, leftBy, act] of ratings)
    app.put(
      `/tickets/:id/${path}`,
      {
        config: { shares: { texts: ['feedback'] } },
        ...describe(summaryOf(act), {
          params: idParams,
          body: feedbackInputSchema,
          response: { 200: feedbackSchema },
        }),
      },
      (request) =>
        command(request, (change) =>
          leaveFeedback(change, viewerOf(request), {
            ticketId: request.params.id,
            leftBy,
            ...request.body,
          }),
        ),
    );
};

/** Each side's rating of the other. */
const ratings = [
  ['feedback', 'customer', 'rate'],
  ['customer-feedback', 'developer', 'rate-customer'],
] as const;
