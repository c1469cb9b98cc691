import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Action, actPath, plainActs, summaryOf } from '#domain/acts.ts';
import { CASE_ORDERS, CASE_OWNERS, HELP_KINDS } from '#domain/case-queue.ts';
import { decisionInputSchema } from '#domain/decision.ts';
import {
  decisionPreviewSchema,
  moderatedRequestSchema,
  moderatedTicketSchema,
  moneyBackInputSchema,
  previewQuerySchema,
  refundInputSchema,
  splitInputSchema,
} from '#domain/moderation.ts';
import { moderatedMessageSchema } from '#domain/report.ts';
import { TICKET_STATUSES } from '#domain/ticket-status.ts';
import { LIST_ORDERS, listOf, pageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { type Viewer, viewerOf } from '../http/viewer.ts';
import { type Change, change } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import { listModeratedTickets } from './case-queue.ts';
import { decideOnce } from './cases.ts';
import { readThread } from './moderated-messages.ts';
import { searched } from './person-search.ts';
import { previewDecision } from './preview.ts';
import { decideByStep, giveMoneyBack, refundMilestone, splitMilestone } from './request-acts.ts';
import { requestFor, viewRequest } from './request-view.ts';

const ticketQuery = pageQuery.extend({
  status: z.enum(TICKET_STATUSES).optional(),
  kind: z.enum(HELP_KINDS).optional().describe('The step that brought it to the moderators'),
  person: searched.optional().describe('Part of either side’s name or email address'),
  taken: z.enum(CASE_OWNERS).optional(),
  sort: z
    .enum(CASE_ORDERS)
    .default('age')
    .describe('`held` and `turn`: only for those that need help'),
  q: z
    .string()
    .trim()
    .regex(/^#?[0-9a-f]{6}$/i, 'Please give the six characters of a request’s number')
    .transform((id) => id.replace('#', ''))
    .optional(),
  order: z.enum(LIST_ORDERS).default('newest'),
});
const seenQuery = z.object({
  seen: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'How many of its decisions the caller has seen: 409 where a colleague made a newer one',
    ),
});
const threadQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});

/** Requests as moderators see them, and decisions about them. */
export const requestRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/moderation/tickets',
    describe(
      'List requests by the age of their status',
      { querystring: ticketQuery, response: { 200: listOf(moderatedTicketSchema) } },
      'moderator',
    ),
    (request) => listModeratedTickets(db, viewerOf(request), request.query),
  );

  app.get(
    '/moderation/tickets/:id',
    describe(
      'Read a request, except its discussion; the view is logged',
      { params: idParams, response: { 200: moderatedRequestSchema } },
      'moderator',
    ),
    (request) =>
      change(app.context, (change) => viewRequest(change, viewerOf(request), request.params.id)),
  );

  app.get(
    '/moderation/tickets/:id/messages',
    describe(
      'List messages of a request under review; the view is logged',
      {
        params: idParams,
        querystring: threadQuery,
        response: { 200: listOf(moderatedMessageSchema) },
      },
      'moderator',
    ),
    (request) =>
      change(app.context, ({ tx }) =>
        readThread(tx, viewerOf(request), { id: request.params.id, ...request.query }),
      ),
  );

  app.get(
    '/moderation/tickets/:id/preview',
    describe(
      'Preview what each side gets by a decision, in cents',
      {
        params: idParams,
        querystring: previewQuerySchema,
        response: { 200: decisionPreviewSchema },
      },
      'moderator',
    ),
    (request) => previewDecision(app.context, viewerOf(request), request.params.id, request.query),
  );

  for (const action of plainActs('moderators')) {
    decided(action, decisionInputSchema, (change, viewer, id, said) =>
      decideByStep(change, viewer, id, { action, ...said }),
    );
  }
  decided('split', splitInputSchema, splitMilestone);
  decided('refund', refundInputSchema, refundMilestone);
  decided('money-back', moneyBackInputSchema, giveMoneyBack);

  /** Registers the call of a decision; it answers with the request afterwards. */
  function decided<Body extends z.ZodType>(
    action: Action,
    body: Body,
    decide: (change: Change, viewer: Viewer, id: string, said: z.output<Body>) => Promise<unknown>,
  ): void {
    app.post(
      actPath(action, ':id'),
      {
        config: { shares: { texts: ['reason'], maskOnly: true } },
        ...describe(
          summaryOf(action),
          {
            params: idParams,
            querystring: seenQuery,
            body,
            response: { 200: moderatedRequestSchema },
          },
          'moderator',
        ),
      },
      (request) =>
        command(request, async (change) => {
          const [viewer, { id }] = [viewerOf(request), request.params];
          const about = { ticketId: id, seen: request.query.seen };
          await decideOnce(change, viewer, about, () =>
            decide(change, viewer, id, request.body as z.output<Body>),
          );
          return requestFor(change, viewer, id);
        }),
    );
  }
};
