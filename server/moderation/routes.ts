import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { auditEntrySchema } from '#domain/audit.ts';
import { invitationInputSchema, invitationSchema } from '#domain/invitation.ts';
import { declineSchema, WAITLIST_STATUSES, waitlistEntrySchema } from '#domain/waitlist.ts';
import { command } from '../http/command.ts';
import { pageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { listAudit } from './audit.ts';
import { invite } from './invite.ts';
import { approve, decline, listWaitlist } from './waitlist.ts';

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });

/** For moderators; to everybody else these calls are not there. */
export const moderationRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/moderation/waitlist',
    {
      schema: describe(
        'Applications, newest first',
        {
          querystring: pageQuery.extend({ status: z.enum(WAITLIST_STATUSES).optional() }),
          response: { 200: listOf(waitlistEntrySchema) },
        },
        'moderator',
      ),
    },
    (request) => listWaitlist(db, request.query),
  );

  app.post(
    '/moderation/waitlist/:id/approve',
    {
      schema: describe(
        'Approve an application; sends the invitation',
        { params: idParams, response: { 200: waitlistEntrySchema } },
        'moderator',
      ),
    },
    (request) =>
      command(request, (change) => approve(change, viewerOf(request), request.params.id)),
  );

  app.post(
    '/moderation/waitlist/:id/decline',
    {
      schema: describe(
        'Decline an application; the applicant is sent the reason',
        { params: idParams, body: declineSchema, response: { 200: waitlistEntrySchema } },
        'moderator',
      ),
    },
    (request) =>
      command(request, (change) =>
        decline(change, viewerOf(request), { id: request.params.id, ...request.body }),
      ),
  );

  app.post(
    '/moderation/invitations',
    {
      schema: describe(
        'Invite somebody as a developer or moderator; an older invitation ends',
        { body: invitationInputSchema, response: { 201: invitationSchema } },
        'moderator',
      ),
    },
    async (request, reply) => {
      const { invitation } = await command(request, (change) =>
        invite(change, viewerOf(request), { ...request.body, has_applied: false }),
      );
      return reply.code(201).send(invitation);
    },
  );

  app.get(
    '/moderation/audit',
    {
      schema: describe(
        'What moderators did, newest first',
        { querystring: pageQuery, response: { 200: listOf(auditEntrySchema) } },
        'moderator',
      ),
    },
    (request) => listAudit(db, request.query),
  );
};
