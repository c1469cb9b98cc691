import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { APPEAL_STATUSES, reasonSchema } from '#domain/decision.ts';
import {
  disputeDecisionSchema,
  ledgerStateSchema,
  moderatedAppealSchema,
  moderatedDisputeSchema,
  moderationCountsSchema,
} from '#domain/moderation.ts';
import { moderatedMessageSchema, REPORT_STATUSES, reportSchema } from '#domain/report.ts';
import { ledgerState } from '../billing/check-ledger.ts';
import { change } from '../change.ts';
import { command } from '../http/command.ts';
import { listOf, pageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { decideAppeal, listAppeals } from './appeals.ts';
import { countQueues } from './counts.ts';
import { dismissReport } from './dismiss-report.ts';
import { decideDispute, listDisputes } from './disputes.ts';
import { hideMessage } from './hide-message.ts';
import { LIST_ORDERS } from './list-order.ts';
import { moderatedMessage } from './moderated-messages.ts';
import { noteThreadsRead } from './note-threads-read.ts';
import { listReports, reportFor } from './report-list.ts';

const order = z.enum(LIST_ORDERS).default('newest');
const reportQuery = pageQuery.extend({
  status: z.enum(REPORT_STATUSES).default('open'),
  order,
});
const appealQuery = pageQuery.extend({ status: z.enum(APPEAL_STATUSES).default('open'), order });
const disputeQuery = pageQuery.extend({
  waiting: z
    .enum(['true', 'false'])
    .default('true')
    .transform((value) => value === 'true'),
  order,
});

/** What waits for moderators: reports, appeals and disputes over money. */
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

  app.get(
    '/moderation/appeals',
    {
      schema: describe(
        'Answers to decisions, by when they came',
        { querystring: appealQuery, response: { 200: listOf(moderatedAppealSchema) } },
        'moderator',
      ),
    },
    (request) => listAppeals(db, viewerOf(request), request.query),
  );

  for (const [verb, status] of [
    ['grant', 'granted'],
    ['deny', 'denied'],
  ] as const) {
    app.post(
      `/moderation/appeals/:id/${verb}`,
      {
        schema: describe(
          verb === 'grant'
            ? 'Grant an appeal; a running request comes back to the moderators'
            : 'Deny an appeal',
          { params: idParams, body: reasonSchema, response: { 200: moderatedAppealSchema } },
          'moderator',
        ),
      },
      (request) =>
        command(request, (change) =>
          decideAppeal(change, viewerOf(request), {
            ...{ id: request.params.id, status },
            ...request.body,
          }),
        ),
    );
  }

  app.get(
    '/moderation/disputes',
    {
      schema: describe(
        'Disputes over money that wait, or all, by when they came',
        { querystring: disputeQuery, response: { 200: listOf(moderatedDisputeSchema) } },
        'moderator',
      ),
    },
    (request) => listDisputes(db, viewerOf(request), request.query),
  );

  app.post(
    '/moderation/disputes/:id/decide',
    {
      schema: describe(
        'Say who bears a dispute that was lost after the release',
        {
          params: idParams,
          body: disputeDecisionSchema,
          response: { 200: moderatedDisputeSchema },
        },
        'moderator',
      ),
    },
    (request) =>
      command(request, (change) =>
        decideDispute(change, viewerOf(request), { id: request.params.id, ...request.body }),
      ),
  );
};
