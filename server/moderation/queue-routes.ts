import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { reasonSchema } from '#domain/decision.ts';
import { ledgerStateSchema, moderationCountsSchema } from '#domain/moderation.ts';
import { moderatedMessageSchema, REPORT_STATUSES, reportSchema } from '#domain/report.ts';
import { FEEDBACK_REPORT_STATUSES, feedbackReportSchema } from '#domain/review.ts';
import { listOf, queueQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { ledgerState } from '../ledger/check-ledger.ts';
import { change } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import { decideOnce, ticketIdOf } from './cases.ts';
import { countQueues } from './counts.ts';
import { hideMessage } from './hide-message.ts';
import { markFindingDone } from './mark-finding-done.ts';
import { moderatedMessage } from './moderated-messages.ts';
import { listReports, readReport, reportFor } from './report-list.ts';
import { dismissReport } from './reports.ts';
import { decideWordReport, listWordReports } from './word-reports.ts';

/** Counts of the queues, the ledger's state, reports. */
export const queueRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/moderation/counts',
    describe(
      'Count what waits for moderators, by kind, and since when',
      { response: { 200: moderationCountsSchema } },
      'moderator',
    ),
    (request) => countQueues(db, viewerOf(request)),
  );

  app.get(
    '/moderation/ledger',
    describe(
      'Read the result of the last ledger check',
      { response: { 200: ledgerStateSchema } },
      'moderator',
    ),
    () => ledgerState(db),
  );

  app.post(
    '/moderation/findings/:id/done',
    describe(
      'Mark a finding about money as done; it returns if it is found again',
      { params: idParams, body: reasonSchema, response: { 200: ledgerStateSchema } },
      'moderator',
    ),
    (request) =>
      command(request, async (change) => {
        await markFindingDone(change, viewerOf(request), {
          id: request.params.id,
          ...request.body,
        });
        return ledgerState(change.tx);
      }),
  );

  app.get(
    '/moderation/reports',
    describe(
      'List reports, each with its message',
      {
        querystring: queueQuery(z.enum(REPORT_STATUSES).default('open')),
        response: { 200: listOf(reportSchema) },
      },
      'moderator',
    ),
    (request) => listReports(db, viewerOf(request), request.query),
  );

  app.get(
    '/moderation/reports/:id',
    describe(
      'Read a report with the messages around it; the view is logged',
      { params: idParams, response: { 200: reportSchema } },
      'moderator',
    ),
    (request) =>
      change(app.context, ({ tx }) => readReport(tx, viewerOf(request), request.params.id)),
  );

  app.post(
    '/moderation/reports/:id/dismiss',
    {
      config: { shares: { texts: ['reason'], maskOnly: true } },
      ...describe(
        'Dismiss a report; after its last one a request continues',
        { params: idParams, body: reasonSchema, response: { 200: reportSchema } },
        'moderator',
      ),
    },
    (request) =>
      command(request, async (change) => {
        const moderator = viewerOf(request);
        const { id } = request.params;
        const about = { ticketId: await ticketIdOf(change, 'reports', id) };
        await decideOnce(change, moderator, about, () =>
          dismissReport(change, moderator, { id, ...request.body }),
        );
        return reportFor(change.tx, moderator, id);
      }),
  );

  app.post(
    '/moderation/messages/:id/hide',
    {
      config: { shares: { texts: ['reason'], maskOnly: true } },
      ...describe(
        'Hide a message; both sides see that it was hidden',
        { params: idParams, body: reasonSchema, response: { 200: moderatedMessageSchema } },
        'moderator',
      ),
    },
    (request) =>
      command(request, async (change) => {
        const [moderator, { id }] = [viewerOf(request), request.params];
        const about = { ticketId: await ticketIdOf(change, 'messages', id) };
        await decideOnce(change, moderator, about, () =>
          hideMessage(change, moderator, { id, ...request.body }),
        );
        return moderatedMessage(change.tx, id);
      }),
  );

  app.get(
    '/moderation/reviews',
    describe(
      'List reported reviews, replies to them, and words about quotes',
      {
        querystring: queueQuery(z.enum(FEEDBACK_REPORT_STATUSES).default('open')),
        response: { 200: listOf(feedbackReportSchema) },
      },
      'moderator',
    ),
    (request) => listWordReports(db, viewerOf(request), request.query),
  );

  for (const [path, answer, summary] of wordDecisions) {
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
          decideWordReport(change, viewerOf(request), {
            id: request.params.id,
            answer,
            ...request.body,
          }),
        ),
    );
  }
};

const wordDecisions = [
  [
    'hide',
    'hidden',
    'Hide a reported review, reply, or words about a quote, from all but their author',
  ],
  ['dismiss', 'dismissed', 'Leave a reported review, reply, or words about a quote, as they are'],
  ['uphold', 'upheld', 'Keep hidden words hidden, in answer to the appeal of their author'],
  ['overturn', 'overturned', 'Show hidden words again, in answer to the appeal of their author'],
] as const;
