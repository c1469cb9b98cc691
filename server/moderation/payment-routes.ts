import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type Action, summaryOf } from '#domain/acts.ts';
import { decisionInputSchema } from '#domain/decision.ts';
import { moderatedRequestSchema, paymentReviewSchema } from '#domain/moderation.ts';
import { listOf, pageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { decideOnce, ticketIdOf } from './cases.ts';
import { decidePayment, listPayments, type PaymentAct, paymentActs } from './payments.ts';
import { requestFor } from './request-view.ts';

/** Reviews of first-hour payments. */
export const paymentRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/moderation/payments',
    describe(
      'List first-hour payments to review, oldest first',
      { querystring: pageQuery, response: { 200: listOf(paymentReviewSchema) } },
      'moderator',
    ),
    (request) => listPayments(app.context.db, viewerOf(request), request.query),
  );

  for (const [act, action] of Object.entries(paymentActs) as [PaymentAct, Action][]) {
    app.post(
      `/moderation/payments/:id/${act}`,
      {
        config: { shares: { texts: ['reason'], maskOnly: true } },
        ...describe(
          `${summaryOf(action)}; the id is its billing record’s`,
          {
            params: idParams,
            body: decisionInputSchema,
            response: { 200: moderatedRequestSchema },
          },
          'moderator',
        ),
      },
      (request) =>
        command(request, async (change) => {
          const [viewer, { id }] = [viewerOf(request), request.params];
          const about = { ticketId: await ticketIdOf(change, 'billing_records', id) };
          const { ticketId } = await decideOnce(change, viewer, about, () =>
            decidePayment(change, viewer, { id, act, ...request.body }),
          );
          return requestFor(change, viewer, ticketId);
        }),
    );
  }
};
