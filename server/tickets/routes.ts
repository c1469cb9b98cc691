import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { feedbackInputSchema, feedbackSchema, requestChangesSchema } from '#domain/feedback.ts';
import { historyItemSchema } from '#domain/history.ts';
import { approvePlanSchema } from '#domain/milestone.ts';
import {
  TICKET_VIEWS,
  ticketCountsSchema,
  ticketInputSchema,
  ticketListSchema,
  ticketPatchSchema,
  ticketSchema,
} from '#domain/ticket.ts';
import { limitCalls } from '../accounts/limit-calls.ts';
import { openAtProvider } from '../billing/commands.ts';
import { command } from '../http/command.ts';
import { asAsked } from '../http/own-address.ts';
import { listOf, numberedPageQuery, pageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import {
  approvePlan,
  createTicket,
  deleteTicket,
  editTicket,
  type PlainStep,
  requestChanges,
  takeStep,
} from './commands.ts';
import { feedbackOf, rateDeveloper } from './feedback.ts';
import { historyPage } from './history.ts';
import { listTickets } from './list.ts';
import { asOneSide, countTickets, findTicket, ticketFor } from './queries.ts';

const listQuery = pageQuery.extend({
  view: z.enum(TICKET_VIEWS),
  open: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
});

const plainSteps = {
  reserve: 'Message Customer: reserve an open request',
  grab: 'Take an open or reserved request',
  abandon: 'Give a reserved request back',
  'submit-plan': 'Submit the plan for review',
} satisfies Record<PlainStep, string>;

/** Requests and what can be done to them. Source: contract, "HTTP". */
export const ticketRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/tickets',
    {
      config: { looksUpViewer: true },
      schema: describe('List requests', {
        querystring: listQuery,
        response: { 200: ticketListSchema.extend({ counts: ticketCountsSchema.optional() }) },
      }),
    },
    async (request) => {
      const { viewer, page } = await listTickets(request, request.query);
      return request.query.view === 'assigned'
        ? { ...page, counts: await countTickets(db, viewer.id) }
        : page;
    },
  );

  app.post(
    '/tickets',
    {
      schema: describe('Create a request', {
        body: ticketInputSchema,
        response: { 201: ticketSchema },
      }),
    },
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'request', key: viewer.id });
      const ticket = await command(request, async (change) =>
        ticketFor(change.tx, viewer, await createTicket(change, viewer, request.body)),
      );
      return reply.code(201).send(ticket);
    },
  );

  app.get(
    '/tickets/:id',
    { schema: describe('One request', { params: idParams, response: { 200: ticketSchema } }) },
    (request) => ticketFor(db, viewerOf(request), request.params.id),
  );

  app.patch(
    '/tickets/:id',
    {
      schema: describe('Edit a pending request', {
        params: idParams,
        body: ticketPatchSchema,
        response: { 200: ticketSchema },
      }),
    },
    (request) =>
      command(request, async (change) => {
        await editTicket(change, viewerOf(request), request.params.id, request.body);
        return ticketFor(change.tx, viewerOf(request), request.params.id);
      }),
  );

  app.delete(
    '/tickets/:id',
    {
      schema: describe('Delete a pending request', {
        params: idParams,
        response: { 204: z.null() },
      }),
    },
    async (request, reply) => {
      await command(request, (change) =>
        deleteTicket(change, viewerOf(request), request.params.id),
      );
      return reply.code(204).send(null);
    },
  );

  for (const [step, summary] of Object.entries(plainSteps) as [PlainStep, string][]) {
    app.post(
      `/tickets/:id/${step}`,
      {
        schema: describe(summary, { params: idParams, response: { 200: ticketSchema.nullable() } }),
      },
      (request) =>
        command(request, async (change) => {
          await takeStep(change, viewerOf(request), request.params.id, step);
          return findTicket(change.tx, viewerOf(request), request.params.id);
        }),
    );
  }

  app.post(
    '/tickets/:id/request-changes',
    {
      schema: describe('Send the plan back', {
        params: idParams,
        body: requestChangesSchema,
        response: { 200: ticketSchema },
      }),
    },
    (request) =>
      command(request, async (change) => {
        await requestChanges(change, viewerOf(request), request.params.id, request.body.feedback);
        return ticketFor(change.tx, viewerOf(request), request.params.id);
      }),
  );

  app.post(
    '/tickets/:id/approve-plan',
    {
      schema: describe('Approve the plan; answers where to pay its first milestone', {
        params: idParams,
        body: approvePlanSchema.nullish(),
        response: { 200: z.object({ checkout_url: z.url().nullable() }) },
      }),
    },
    async (request) => {
      const pending = await command(request, (change) =>
        approvePlan(change, viewerOf(request), request.params.id, request.body?.total_cents),
      );
      if (!pending) return { checkout_url: null };
      try {
        const { checkout_url } = await openAtProvider(app.context, pending);
        return { checkout_url: asAsked(app.context.config.publicUrl, request, checkout_url) };
      } catch (error) {
        // The plan is approved all the same; the milestone shows how to pay.
        request.log.error({ err: error }, 'Failed to create checkout session');
        return { checkout_url: null };
      }
    },
  );

  app.get(
    '/tickets/:id/history',
    {
      schema: describe('Who did what when, newest first', {
        params: idParams,
        querystring: numberedPageQuery,
        response: { 200: listOf(historyItemSchema) },
      }),
    },
    async (request) => {
      await asOneSide(db, viewerOf(request), request.params.id);
      return historyPage(db, request.params.id, request.query);
    },
  );

  app.get(
    '/tickets/:id/feedback',
    {
      schema: describe('The rating of the developer', {
        params: idParams,
        response: { 200: feedbackSchema },
      }),
    },
    async (request) => {
      await asOneSide(db, viewerOf(request), request.params.id);
      return feedbackOf(db, request.params.id);
    },
  );

  app.put(
    '/tickets/:id/feedback',
    {
      schema: describe('Rate the developer', {
        params: idParams,
        body: feedbackInputSchema,
        response: { 200: feedbackSchema },
      }),
    },
    (request) =>
      command(request, (change) =>
        rateDeveloper(change, viewerOf(request), request.params.id, request.body),
      ),
  );
};
