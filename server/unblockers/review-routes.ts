import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  replyInputSchema,
  reviewAppealInputSchema,
  reviewReportInputSchema,
  reviewSchema,
  reviewsSchema,
} from '#domain/review.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { asOneSide } from '../lifecycle/visibility.ts';
import { appealReview, replyToReview, reportReview, reviewsOf } from './reviews.ts';

/** Reviews between the two sides of a request. */
export const reviewRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/tickets/:id/reviews',
    describe('Read what both sides said of each other, as far as it is open', {
      params: idParams,
      response: { 200: reviewsSchema },
    }),
    async (request) => {
      const { id } = request.params;
      return reviewsOf(db, id, await asOneSide(db, viewerOf(request), id));
    },
  );

  app.post(
    '/feedback/:id/reply',
    {
      config: { shares: { texts: ['text'] } },
      ...describe('Reply to a review of me, once', {
        params: idParams,
        body: replyInputSchema,
        response: { 200: reviewSchema },
      }),
    },
    (request) =>
      command(request, (change) =>
        replyToReview(change, viewerOf(request), { id: request.params.id, ...request.body }),
      ),
  );

  app.post(
    '/feedback/:id/report',
    {
      config: { shares: { texts: ['text'], maskOnly: true } },
      ...describe('Report a review of me, or the reply to mine, to the moderators', {
        params: idParams,
        body: reviewReportInputSchema,
        response: { 200: reviewSchema },
      }),
    },
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'report', key: viewerOf(request).id });
      return command(request, (change) =>
        reportReview(change, viewerOf(request), { id: request.params.id, ...request.body }),
      );
    },
  );

  app.post(
    '/feedback/:id/appeal',
    describe('Appeal against the hiding of my review, or of my reply to one, once', {
      params: idParams,
      body: reviewAppealInputSchema,
      response: { 200: reviewSchema },
    }),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'report', key: viewerOf(request).id });
      return command(request, (change) =>
        appealReview(change, viewerOf(request), { id: request.params.id, ...request.body }),
      );
    },
  );
};
