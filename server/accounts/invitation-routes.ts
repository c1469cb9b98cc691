import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { acceptInvitationSchema, invitationGreetingSchema } from '#domain/invitation.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe } from '../http/schemas.ts';
import { acceptInvitation, keyOwner } from './accept-invitation.ts';
import { greetingOf } from './invitations.ts';

const tokenParams = z.object({ token: z.string() });

/** Joining by an invitation, whose link proves the mailbox. */
export const invitationRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/invitations/:token',
    describe(
      'Read an invitation and whether it is valid',
      { params: tokenParams, response: { 200: invitationGreetingSchema } },
      'public',
    ),
    (request) => greetingOf(app.context.db, request.params.token),
  );

  app.post(
    '/invitations/:token/accept',
    describe(
      'Accept an invitation',
      {
        params: tokenParams,
        body: acceptInvitationSchema,
        response: { 201: z.object({}) },
      },
      'public',
    ),
    async (request, reply) => {
      const { token } = request.params;
      await limitCalls(request, reply, { name: 'invitation', owner: keyOwner(token) });
      await acceptInvitation(request, token, request.body);
      return {};
    },
  );
};
