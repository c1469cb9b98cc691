import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { auditEntrySchema, auditFilterSchema } from '#domain/audit.ts';
import { invitationInputSchema, invitationSchema } from '#domain/invitation.ts';
import {
  approveSchema,
  declineSchema,
  WAITLIST_STATUSES,
  waitlistEntrySchema,
} from '#domain/waitlist.ts';
import { LIST_ORDERS, listOf, pageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { listAudit } from '../lifecycle/audit.ts';
import { command } from '../lifecycle/command.ts';
import { accountRoutes } from './account-routes.ts';
import { appealRoutes } from './appeal-routes.ts';
import { auditCsv } from './audit-csv.ts';
import { deskRoutes } from './desk-routes.ts';
import { disputeRoutes } from './dispute-routes.ts';
import { invite } from './invite.ts';
import { paymentRoutes } from './payment-routes.ts';
import { queueRoutes } from './queue-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { approve, decline, listWaitlist } from './waitlist.ts';

const auditQuery = pageQuery.extend({
  ...auditFilterSchema.shape,
  format: z.enum(['json', 'csv']).optional(),
});

/** For moderators; others get 404. */
export const moderationRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/moderation/waitlist',
    describe(
      'List applications by date',
      {
        querystring: pageQuery.extend({
          status: z.enum(WAITLIST_STATUSES).optional(),
          order: z.enum(LIST_ORDERS).default('newest'),
        }),
        response: { 200: listOf(waitlistEntrySchema) },
      },
      'moderator',
    ),
    (request) => listWaitlist(db, request.query),
  );

  app.post(
    '/moderation/waitlist/:id/approve',
    describe(
      'Approve an application and send the invitation',
      { params: idParams, body: approveSchema, response: { 200: waitlistEntrySchema } },
      'moderator',
    ),
    (request) =>
      command(request, (change) =>
        approve(change, viewerOf(request), { id: request.params.id, ...request.body }),
      ),
  );

  app.post(
    '/moderation/waitlist/:id/decline',
    describe(
      'Decline an application and send the reason',
      { params: idParams, body: declineSchema, response: { 200: waitlistEntrySchema } },
      'moderator',
    ),
    (request) =>
      command(request, (change) =>
        decline(change, viewerOf(request), { id: request.params.id, ...request.body }),
      ),
  );

  app.post(
    '/moderation/invitations',
    describe(
      'Invite a developer or moderator; replaces an older invitation',
      { body: invitationInputSchema, response: { 201: invitationSchema } },
      'moderator',
    ),
    async (request) => {
      const { invitation } = await command(request, (change) =>
        invite(change, viewerOf(request), { ...request.body, has_applied: false }),
      );
      return invitation;
    },
  );

  app.get(
    '/moderation/audit',
    describe(
      'List the audit log, newest first; `Accept: text/csv` or `format=csv` for all of it',
      { querystring: auditQuery, response: { 200: listOf(auditEntrySchema) } },
      'moderator',
    ),
    async (request, reply) => {
      const { format, ...query } = request.query;
      const accepts = request.headers.accept?.includes('text/csv') === true;
      if (format !== 'csv' && !(format === undefined && accepts)) return listAudit(db, query);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="unblock-audit-log.csv"')
        .send(Readable.from(auditCsv(db, query), { objectMode: false }) as never);
    },
  );

  await app.register(queueRoutes);
  await app.register(appealRoutes);
  await app.register(disputeRoutes);
  await app.register(paymentRoutes);
  await app.register(requestRoutes);
  await app.register(deskRoutes);
  await app.register(accountRoutes);
};
