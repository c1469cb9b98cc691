import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { APPEAL_STATUSES, reasonSchema } from '#domain/decision.ts';
import { moderatedAppealSchema } from '#domain/moderation.ts';
import { listOf, queueQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { decideAppeal, listAppeals } from './appeals.ts';

/** Appeals against decisions. */
export const appealRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/moderation/appeals',
    describe(
      'List appeals by date',
      {
        querystring: queueQuery(z.enum(APPEAL_STATUSES).default('open')),
        response: { 200: listOf(moderatedAppealSchema) },
      },
      'moderator',
    ),
    (request) => listAppeals(db, viewerOf(request), request.query),
  );

  for (const [verb, status] of [
    ['grant', 'granted'],
    ['deny', 'denied'],
  ] as const) {
    app.post(
      `/moderation/appeals/:id/${verb}`,
      {
        config: { shares: { texts: ['reason'], maskOnly: true } },
        ...describe(
          verb === 'grant'
            ? 'Grant an appeal; an open request returns to the moderators'
            : 'Deny an appeal',
          { params: idParams, body: reasonSchema, response: { 200: moderatedAppealSchema } },
          'moderator',
        ),
      },
      (request) =>
        command(request, (change) =>
          decideAppeal(change, viewerOf(request), {
            id: request.params.id,
            status,
            ...request.body,
          }),
        ),
    );
  }
};
