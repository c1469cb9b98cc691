import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountHistorySchema, accountSchema } from '#domain/account.ts';
import { reasonSchema } from '#domain/decision.ts';
import { USER_TYPES } from '#domain/profile.ts';
import { listOf, pageQuery } from '../http/paging.ts';
import { describe, flag, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { change } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import { accountFor, listAccounts, viewAccount } from './accounts.ts';
import { searched } from './person-search.ts';
import { restoreAccount, suspendAccount } from './suspend.ts';

const accountQuery = pageQuery.extend({
  q: searched.optional(),
  user_type: z.enum(USER_TYPES).optional(),
  suspended: flag.optional(),
});

const acts = {
  suspend: { summary: 'Suspend an account and end its sessions', run: suspendAccount },
  restore: { summary: 'Restore a suspended account', run: restoreAccount },
};

/** All accounts, for moderators. */
export const accountRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/moderation/accounts',
    describe(
      'List accounts, newest first',
      { querystring: accountQuery, response: { 200: listOf(accountSchema) } },
      'moderator',
    ),
    (request) => listAccounts(db, viewerOf(request), request.query),
  );

  app.get(
    '/moderation/accounts/:id',
    describe(
      'Read an account with its requests; the view is logged',
      { params: idParams, response: { 200: accountHistorySchema } },
      'moderator',
    ),
    (request) =>
      change(app.context, ({ tx }) => viewAccount(tx, viewerOf(request), request.params.id)),
  );

  for (const [act, { summary, run }] of Object.entries(acts)) {
    app.post(
      `/moderation/accounts/:id/${act}`,
      {
        config: { shares: { texts: ['reason'], maskOnly: true } },
        ...describe(
          summary,
          { params: idParams, body: reasonSchema, response: { 200: accountSchema } },
          'moderator',
        ),
      },
      (request) =>
        command(request, async (change) => {
          const { id } = request.params;
          await run(change, viewerOf(request), { id, ...request.body });
          return accountFor(change.tx, viewerOf(request), id);
        }),
    );
  }
};
