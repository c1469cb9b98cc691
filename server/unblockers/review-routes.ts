import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { reasonSchema } from '#domain/decision.ts';
import {
  FEEDBACK_REPORT_STATUSES,
  feedbackReportSchema,
  replyInputSchema,
  reviewReportInputSchema,
  reviewSchema,
  reviewsSchema,
} from '#domain/review.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { LIST_ORDERS, listOf, pageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { asOneSide } from '../lifecycle/visibility.ts';
import { decideReviewReport, listReviewReports } from './review-reports.ts';
import { replyToReview, reportReview, reviewsOf } from './reviews.ts';

/** Reviews between the two sides of a request, and what moderators decide of them. */
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
      ...describe('Report a review of me to the moderators', {
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

  app.get(
    '/moderation/reviews',
    describe(
      'List reported reviews',
      {
        querystring: pageQuery.extend({
          status: z.enum(FEEDBACK_REPORT_STATUSES).default('open'),
          order: z.enum(LIST_ORDERS).default('newest'),
        }),
        response: { 200: listOf(feedbackReportSchema) },
      },
      'moderator',
    ),
    (request) => listReviewReports(db, viewerOf(request), request.query),
  );

  for (const [path, status, summary] of decisions) {
    app.post(
      `/moderation/reviews/:id/${path}`,
      {
        config: { shares: { texts: ['reason'], maskOnly: true } },
        ...describe(
          summary,
          { params: idParams, body: reasonSchema, response: { 200: feedbackReportSchema } },
          'moderator',
        ),
      },
      (request) =>
        command(request, (change) =>
          decideReviewReport(change, viewerOf(request), {
            id: request.params.id,
            status,
            ...request.body,
          }),
        ),
    );
  }
};

const decisions = [
  ['hide', 'hidden', 'Hide a reported review from everybody but its author'],
  ['dismiss', 'dismissed', 'Leave a reported review as it is'],
] as const;
