import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { actPath, summaryOf } from '#domain/acts.ts';
import { MILESTONE_TEXTS } from '#domain/milestone.ts';
import {
  chooseQuoteSchema,
  helperListSchema,
  inviteSchema,
  quoteAppealInputSchema,
  quoteInputSchema,
  quoteListSchema,
  quoteMessageInputSchema,
  quotePatchSchema,
  quoteReportInputSchema,
  quoteSchema,
} from '#domain/quote.ts';
import { ticketSchema } from '#domain/ticket.ts';
import type { Shares } from '../../files/shield/shared-parts.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { describe, idParams } from '../../http/schemas.ts';
import { viewerOf } from '../../http/viewer.ts';
import { command } from '../../lifecycle/command.ts';
import { checkoutUrlIfOpen } from '../checkout-url.ts';
import { ticketFor } from '../queries.ts';
import {
  appealQuoteWords,
  askAboutQuote,
  chooseQuote,
  editQuote,
  invite,
  reportQuoteWords,
  sendQuote,
  withdrawQuote,
} from './commands.ts';
import { helpersFor, ownQuotes, quoteFor, quotesOfTicket } from './queries.ts';

/** Before a choice nobody is owed a key: they can only be masked. */
const shares: Shares = {
  texts: ['message', ...MILESTONE_TEXTS.map((field) => `milestones.*.${field}`)],
  maskOnly: true,
};

/** Quotes, the choice of one, and invitations. Source: contract, "Choosing". */
export const quoteRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/tickets/:id/quotes',
    describe('List the quotes of a request: all for its customer, one’s own for others', {
      params: idParams,
      response: { 200: quoteListSchema },
    }),
    async (request) => ({
      items: await quotesOfTicket(db, viewerOf(request), request.params.id),
      next_cursor: null,
    }),
  );

  app.get(
    '/me/quotes',
    describe('List my quotes: running ones, then the last others', {
      response: { 200: quoteListSchema },
    }),
    async (request) => ({ items: await ownQuotes(db, viewerOf(request)), next_cursor: null }),
  );

  app.post(
    actPath('quote', ':id'),
    {
      config: { shares },
      ...describe(summaryOf('quote'), {
        params: idParams,
        body: quoteInputSchema,
        response: { 201: quoteSchema },
      }),
    },
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'quote', key: viewer.id });
      return command(request, async (change) =>
        quoteFor(
          change.tx,
          viewer,
          await sendQuote(change, viewer, request.params.id, request.body),
        ),
      );
    },
  );

  app.patch(
    '/quotes/:id',
    {
      config: { shares },
      ...describe(summaryOf('edit-quote'), {
        params: idParams,
        body: quotePatchSchema,
        response: { 200: quoteSchema },
      }),
    },
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'quote', key: viewer.id });
      return command(request, async (change) => {
        await editQuote(change, viewer, id, request.body);
        return quoteFor(change.tx, viewer, id);
      });
    },
  );

  app.delete(
    actPath('withdraw-quote', ':id'),
    describe(summaryOf('withdraw-quote'), { params: idParams, response: { 204: z.null() } }),
    (request) =>
      command(request, (change) => withdrawQuote(change, viewerOf(request), request.params.id)),
  );

  app.post(
    actPath('choose-quote', ':id'),
    describe(summaryOf('choose-quote'), {
      params: idParams,
      body: chooseQuoteSchema.nullish(),
      response: { 200: z.object({ ticket_id: z.uuid(), checkout_url: z.url().nullable() }) },
    }),
    async (request) => {
      const input = request.body ?? { approve: false };
      const { ticketId: ticket_id, pending } = await command(request, (change) =>
        chooseQuote(change, viewerOf(request), request.params.id, { ...input, ip: request.ip }),
      );
      return { ticket_id, checkout_url: await checkoutUrlIfOpen(request, pending) };
    },
  );

  app.post(
    actPath('ask-about-quote', ':id'),
    {
      config: { shares: { texts: ['text'], maskOnly: true } },
      ...describe(summaryOf('ask-about-quote'), {
        params: idParams,
        body: quoteMessageInputSchema,
        response: { 201: quoteSchema },
      }),
    },
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'question', key: viewer.id });
      return command(request, async (change) => {
        await askAboutQuote(change, viewer, id, request.body.text);
        return quoteFor(change.tx, viewer, id);
      });
    },
  );

  app.post(
    '/quotes/:id/report',
    {
      config: { shares: { texts: ['text'], maskOnly: true } },
      ...describe('Report what the other side wrote about a quote to the moderators', {
        params: idParams,
        body: quoteReportInputSchema,
        response: { 200: quoteSchema },
      }),
    },
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'report', key: viewer.id });
      return command(request, async (change) => {
        await reportQuoteWords(change, viewer, id, request.body);
        return quoteFor(change.tx, viewer, id);
      });
    },
  );

  app.post(
    '/quotes/:id/appeal',
    describe('Appeal against the hiding of my words about a quote, once', {
      params: idParams,
      body: quoteAppealInputSchema,
      response: { 200: quoteSchema },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'report', key: viewer.id });
      return command(request, async (change) => {
        await appealQuoteWords(change, viewer, id, request.body);
        return quoteFor(change.tx, viewer, id);
      });
    },
  );

  app.get(
    '/tickets/:id/helpers',
    describe('List unblockers who had a request of mine, to invite them to this one', {
      params: idParams,
      response: { 200: helperListSchema },
    }),
    async (request) => ({
      items: await helpersFor(db, viewerOf(request), request.params.id),
      next_cursor: null,
    }),
  );

  app.post(
    actPath('invite', ':id'),
    describe(summaryOf('invite'), {
      params: idParams,
      body: inviteSchema,
      response: { 200: ticketSchema },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'quote', key: viewer.id });
      return command(request, async (change) => {
        await invite(change, viewer, id, request.body.developer_id);
        return ticketFor(change.tx, viewer, id);
      });
    },
  );
};
