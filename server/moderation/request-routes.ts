import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { reasonSchema } from '#domain/decision.ts';
import {
  moderatedRequestSchema,
  moderatedTicketSchema,
  moneyBackInputSchema,
  refundInputSchema,
  splitInputSchema,
} from '#domain/moderation.ts';
import { moderatedMessageSchema } from '#domain/report.ts';
import { TICKET_STATUSES } from '#domain/ticket-status.ts';
import { listOf, pageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { change } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import { LIST_ORDERS } from './list-order.ts';
import { readThread } from './read-thread.ts';
import {
  giveMoneyBack,
  leaveHelp,
  refundMilestone,
  splitMilestone,
  type WayOut,
} from './request-acts.ts';
import { requestFor, viewRequest } from './request-view.ts';
import { listModeratedTickets } from './ticket-list.ts';

const ticketQuery = pageQuery.extend({
  status: z.enum(TICKET_STATUSES).optional(),
  q: z
    .string()
    .trim()
    .regex(/^#?[0-9a-f]{6}$/i, 'Please give the six characters of a request’s number')
    .transform((id) => id.replace('#', ''))
    .optional(),
  order: z.enum(LIST_ORDERS).default('newest'),
});
const threadQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});

const waysOut: Record<WayOut, string> = {
  resume: 'Let a request go on where it was',
  'close-for-customer': 'Close a request for the customer; held money is refunded',
  'close-for-developer': 'Close a request for the developer; money for work in review is released',
  reopen: 'Return a request to the open list, without its developer; held money is refunded',
};

/** Requests as moderators see them, and what they decide about them. */
export const requestRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/moderation/tickets',
    {
      schema: describe(
        'Requests, by when they came into their state',
        { querystring: ticketQuery, response: { 200: listOf(moderatedTicketSchema) } },
        'moderator',
      ),
    },
    (request) => listModeratedTickets(db, request.query),
  );

  app.get(
    '/moderation/tickets/:id',
    {
      schema: describe(
        'All of a request but its discussion; the look is written down',
        { params: idParams, response: { 200: moderatedRequestSchema } },
        'moderator',
      ),
    },
    (request) =>
      change(app.context, (change) => viewRequest(change, viewerOf(request), request.params.id)),
  );

  app.get(
    '/moderation/tickets/:id/messages',
    {
      schema: describe(
        'Part of a discussion that there is something to decide about; the look is written down',
        {
          params: idParams,
          querystring: threadQuery,
          response: { 200: listOf(moderatedMessageSchema) },
        },
        'moderator',
      ),
    },
    (request) =>
      change(app.context, ({ tx }) =>
        readThread(tx, viewerOf(request), { id: request.params.id, ...request.query }),
      ),
  );

  for (const [action, summary] of Object.entries(waysOut) as [WayOut, string][]) {
    app.post(
      `/moderation/tickets/:id/${action}`,
      {
        config: { shares: { texts: ['reason'], maskOnly: true } },
        schema: describe(
          summary,
          { params: idParams, body: reasonSchema, response: { 200: moderatedRequestSchema } },
          'moderator',
        ),
      },
      (request) =>
        command(request, async (change) => {
          const { id } = request.params;
          await leaveHelp(change, viewerOf(request), id, { action, ...request.body });
          return requestFor(change, viewerOf(request), id);
        }),
    );
  }

  app.post(
    '/moderation/tickets/:id/split',
    {
      config: { shares: { texts: ['reason'], maskOnly: true } },
      schema: describe(
        'Divide what is held for one milestone',
        { params: idParams, body: splitInputSchema, response: { 200: moderatedRequestSchema } },
        'moderator',
      ),
    },
    (request) =>
      command(request, async (change) => {
        const { id } = request.params;
        await splitMilestone(change, viewerOf(request), id, request.body);
        return requestFor(change, viewerOf(request), id);
      }),
  );

  app.post(
    '/moderation/tickets/:id/refund',
    {
      config: { shares: { texts: ['reason'], maskOnly: true } },
      schema: describe(
        'Give money back that was released for one milestone',
        { params: idParams, body: refundInputSchema, response: { 200: moderatedRequestSchema } },
        'moderator',
      ),
    },
    (request) =>
      command(request, async (change) => {
        const { id } = request.params;
        await refundMilestone(change, viewerOf(request), id, request.body);
        return requestFor(change, viewerOf(request), id);
      }),
  );

  app.post(
    '/moderation/tickets/:id/money-back',
    {
      config: { shares: { texts: ['reason'], maskOnly: true } },
      schema: describe(
        'Give the customer back all that they have paid for a request, held or released',
        { params: idParams, body: moneyBackInputSchema, response: { 200: moderatedRequestSchema } },
        'moderator',
      ),
    },
    (request) =>
      command(request, async (change) => {
        const { id } = request.params;
        await giveMoneyBack(change, viewerOf(request), id, request.body);
        return requestFor(change, viewerOf(request), id);
      }),
  );
};
