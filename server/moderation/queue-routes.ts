import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { reasonSchema } from '#domain/decision.ts';
import { ledgerStateSchema, moderationCountsSchema } from '#domain/moderation.ts';
import { moderatedMessageSchema, REPORT_STATUSES, reportSchema } from '#domain/report.ts';
import { listOf, pageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { ledgerState } from '../ledger/check-ledger.ts';
import { change } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import { countQueues } from './counts.ts';
import { dismissReport } from './dismiss-report.ts';
import { hideMessage } from './hide-message.ts';
import { LIST_ORDERS } from './list-order.ts';
import { moderatedMessage } from './moderated-messages.ts';
import { noteThreadsRead } from './note-threads-read.ts';
import { listReports, reportFor } from './report-list.ts';

const reportQuery = pageQuery.extend({
  status: z.enum(REPORT_STATUSES).default('open'),
  order: z.enum(LIST_ORDERS).default('newest'),
});

/** What waits for moderators: how much, and the reports. */
export const queueRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/moderation/counts',
    {
      schema: describe(
        'What waits, how many of each kind and since when',
        { response: { 200: moderationCountsSchema } },
        'moderator',
      ),
    },
    (request) => countQueues(db, viewerOf(request)),
  );

  app.get(
    '/moderation/ledger',
    {
      schema: describe(
        'What does not hold of the money, as it was last checked',
        { response: { 200: ledgerStateSchema } },
        'moderator',
      ),
    },
    () => ledgerState(db),
  );

  app.get(
    '/moderation/reports',
    {
      schema: describe(
        'Reports, each with the message in its thread; the look is written down',
        { querystring: reportQuery, response: { 200: listOf(reportSchema) } },
        'moderator',
      ),
    },
    async (request) => {
      const moderator = viewerOf(request);
      const page = await listReports(db, moderator, request.query);
      const shown = page.items.map(({ ticket }) => ticket.id);
      await change(app.context, ({ tx }) => noteThreadsRead(tx, moderator, shown));
      return page;
    },
  );

  app.post(
    '/moderation/reports/:id/dismiss',
    {
      config: { shares: { texts: ['reason'], maskOnly: true } },
      schema: describe(
        'Find nothing wrong; with its last open report a request goes on',
        { params: idParams, body: reasonSchema, response: { 200: reportSchema } },
        'moderator',
      ),
    },
    (request) =>
      command(request, async (change) => {
        const moderator = viewerOf(request);
        const { id } = request.params;
        await dismissReport(change, moderator, { id, ...request.body });
        return reportFor(change.tx, moderator, id);
      }),
  );

  app.post(
    '/moderation/messages/:id/hide',
    {
      config: { shares: { texts: ['reason'], maskOnly: true } },
      schema: describe(
        'Hide a message; both sides see that it was hidden',
        { params: idParams, body: reasonSchema, response: { 200: moderatedMessageSchema } },
        'moderator',
      ),
    },
    (request) =>
      command(request, async (change) => {
        const { id } = request.params;
        await hideMessage(change, viewerOf(request), { id, ...request.body });
        return moderatedMessage(change.tx, id);
      }),
  );
};
