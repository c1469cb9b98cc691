import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  earningsSchema,
  payoutAccountSchema,
  payoutInputSchema,
  payoutPageSchema,
  payoutSchema,
} from '#domain/earnings.ts';
import { payoutCountryInputSchema, payoutCountrySchema } from '#domain/payout-country.ts';
import { Refusal } from '#domain/refusals.ts';
import { requireRecentProof } from '../accounts/own-password.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { pageQuery } from '../http/paging.ts';
import { describe } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { earningsFor } from './earnings.ts';
import { earningsCsv } from './earnings-csv.ts';
import { openPayoutPage, planPayoutAccount, setUpPayouts } from './payout-accounts.ts';
import { payoutCountryFor, setPayoutCountry } from './payout-country.ts';
import { payoutAccount } from './payout-readiness.ts';
import { requestPayout } from './payouts.ts';

const earningsQuery = pageQuery.extend({ format: z.enum(['json', 'csv']).optional() });

/** A developer's earnings and payouts. Source: contract, "HTTP". */
export const earningsRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/earnings',
    describe('Read my earnings; `Accept: text/csv` or `format=csv` for all entries', {
      querystring: earningsQuery,
      response: { 200: earningsSchema },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      const { format, ...page } = request.query;
      const accepts = request.headers.accept?.includes('text/csv') === true;
      if (format !== 'csv' && !(format === undefined && accepts))
        return earningsFor(app.context, viewer, page);
      const csv = await earningsCsv(app.context.db, viewer);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="unblock-earnings.csv"')
        .serializer((text: unknown) => String(text))
        .send(csv as never);
    },
  );

  app.post(
    '/earnings/payouts',
    describe('Request a payout', {
      body: payoutInputSchema,
      response: { 201: payoutSchema },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'payout', key: viewer.id });
      return command(request, (change) =>
        requestPayout(change, viewer, request.body?.amount_cents),
      );
    },
  );

  app.get(
    '/earnings/country',
    describe('Read where I am paid', { response: { 200: payoutCountrySchema } }),
    (request) => payoutCountryFor(app.context, viewerOf(request)),
  );

  app.put(
    '/earnings/country',
    describe('Say where I am paid', {
      body: payoutCountryInputSchema,
      response: { 200: payoutCountrySchema },
    }),
    (request) =>
      command(request, (change) =>
        setPayoutCountry(change, viewerOf(request), request.body.country),
      ),
  );

  app.post(
    '/earnings/account',
    describe('Set up my payout account', { response: { 200: payoutAccountSchema } }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      if (viewer.user_type !== 'developer') throw new Refusal('not_your_part');
      await limitCalls(request, reply, { name: 'payout', key: viewer.id, worksAgain: true });
      // The status of an account is always available; opening one needs a recent sign-in.
      if (!(await payoutAccount(app.context, viewer.id))) await requireRecentProof(request);
      // A repeated key finds the same account, but always a new link, since the provider's page
      // opens once.
      await command(request, (change) => planPayoutAccount(change, viewer));
      return setUpPayouts(request);
    },
  );

  app.post(
    '/earnings/account/page',
    describe('Open the page on which I change where my payouts go', {
      response: { 200: payoutPageSchema },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      if (viewer.user_type !== 'developer') throw new Refusal('not_your_part');
      await limitCalls(request, reply, { name: 'payout', key: viewer.id, worksAgain: true });
      return openPayoutPage(request);
    },
  );
};
