import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { actPath, summaryOf } from '#domain/acts.ts';
import { historyItemSchema } from '#domain/history.ts';
import {
  newTicketSchema,
  REQUEST_TEXTS,
  TICKET_VIEWS,
  ticketCountsSchema,
  ticketListSchema,
  ticketPatchSchema,
  ticketSchema,
} from '#domain/ticket.ts';
import { waitingSchema } from '#domain/waiting.ts';
import type { Shares } from '../files/shield/shared-parts.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { listOf, numberedPageQuery, pageQuery } from '../http/paging.ts';
import { describe, flag, idParams, unstripped } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { historyPage } from '../lifecycle/history.ts';
import { asOneSide } from '../lifecycle/visibility.ts';
import { bringAlong, readTried } from './bring-along.ts';
import { createTicket, deleteTicket, editTicket } from './commands.ts';
import { listTickets } from './list.ts';
import { countTickets, ticketFor } from './queries.ts';
import { waitingOf } from './waiting.ts';

const listQuery = pageQuery.extend({
  view: z.enum(TICKET_VIEWS),
  open: flag.optional(),
  order: z.enum(['created', 'activity']).optional().describe('With view=discussions'),
  unread: flag.optional().describe('With view=discussions: only those with unread messages'),
});

const requestShares: Shares = {
  texts: REQUEST_TEXTS,
  files: ['files'],
};

/** Requests: lists, posting, reading. Their steps are in step-routes.ts. Source: contract, "HTTP". */
export const ticketRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/tickets',
    {
      ...unstripped,
      config: { looksUpViewer: true },
      ...describe('List requests', {
        querystring: listQuery,
        response: { 200: ticketListSchema.extend({ counts: ticketCountsSchema.optional() }) },
      }),
    },
    async (request) => {
      const { viewer, db, page } = await listTickets(request, request.query);
      return request.query.view === 'assigned'
        ? { ...page, counts: await countTickets(db, viewer.id) }
        : page;
    },
  );

  app.post(
    '/tickets',
    {
      // The project is looked through as it is read.
      config: { shares: { ...requestShares, files: ['files', 'attempts'] } },
      ...describe('Create a request', {
        body: newTicketSchema,
        response: { 201: ticketSchema },
      }),
    },
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'request', key: viewer.id });
      const { project, attempts, ...input } = request.body;
      if (project) await limitCalls(request, reply, { name: 'snapshot', key: viewer.id });
      if (attempts.length > 0)
        await limitCalls(request, reply, { name: 'attempt', key: viewer.id });
      const tried = await readTried(request, attempts);
      return command(request, async (change) => {
        const id = await createTicket(change, viewer, input);
        await bringAlong(change, request, { ticketId: id, project: project ?? null, tried });
        return ticketFor(change.tx, viewer, id);
      });
    },
  );

  app.get(
    '/tickets/:id',
    describe('Read a request', { params: idParams, response: { 200: ticketSchema } }),
    (request) => ticketFor(db, viewerOf(request), request.params.id),
  );

  app.patch(
    '/tickets/:id',
    {
      config: { shares: requestShares },
      ...describe(summaryOf('edit'), {
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
    actPath('delete', ':id'),
    describe(summaryOf('delete'), {
      params: idParams,
      response: { 204: z.null() },
    }),
    (request) =>
      command(request, (change) => deleteTicket(change, viewerOf(request), request.params.id)),
  );

  app.get(
    '/tickets/:id/waiting',
    describe('What to expect while nobody has taken a request', {
      params: idParams,
      response: { 200: waitingSchema },
    }),
    (request) => waitingOf(db, viewerOf(request), request.params.id),
  );

  app.get(
    '/tickets/:id/history',
    describe('List the history of a request, newest first', {
      params: idParams,
      querystring: numberedPageQuery,
      response: { 200: listOf(historyItemSchema) },
    }),
    async (request) => {
      const viewer = viewerOf(request);
      const side = await asOneSide(db, viewer, request.params.id);
      return historyPage(db, { side, id: viewer.id }, request.params.id, request.query);
    },
  );
};
