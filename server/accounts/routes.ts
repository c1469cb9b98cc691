import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { availabilityInputSchema, availabilitySchema } from '#domain/availability.ts';
import { PROVIDER_NAMES } from '#domain/payment-provider.ts';
import { collaboratorSchema, profileSchema } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import { waitlistSchema } from '#domain/waitlist.ts';
import { prepareProfileImage } from '../files/profile-image.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command, publicCommand } from '../lifecycle/command.ts';
import { availabilityOf, saveAvailability } from './availability.ts';
import { editProfile, profilePatchSchema } from './edit-profile.ts';
import { joinWaitlist } from './join-waitlist.ts';
import { authProviders } from './providers/registry.ts';
import { collaboratorOf, isConfirmed, ownProfile } from './queries.ts';

const configSchema = z
  .object({
    anon_key: z.string(),
    confirm_email: z.boolean(),
    payments: z.enum(PROVIDER_NAMES),
    sign_in_providers: z.array(z.object({ id: z.string(), label: z.string() })),
  })
  .meta({ id: 'PublicConfig' });

/** Profiles, under /api. */
export const accountRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.get(
    '/config',
    describe('Read the settings of the web app', { response: { 200: configSchema } }, 'public'),
    async () => ({
      anon_key: context.config.anonKey,
      confirm_email: context.config.confirmEmail,
      payments: context.config.payments,
      sign_in_providers: [...authProviders(context.config).values()].map(({ id, label }) => ({
        id,
        label,
      })),
    }),
  );

  app.get(
    '/confirmations/:id',
    describe(
      'Whether the address of a sign-up is confirmed, by the id that the sign-up answered',
      { params: idParams, response: { 200: z.object({ confirmed: z.boolean() }) } },
      'public',
    ),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'confirmation' });
      return { confirmed: await isConfirmed(context.db, request.params.id) };
    },
  );

  app.get(
    '/me',
    describe('Read my profile', { response: { 200: profileSchema } }),
    async (request) => ownProfile(context, viewerOf(request)),
  );

  app.patch(
    '/me',
    describe('Edit my profile', {
      body: profilePatchSchema,
      response: { 200: profileSchema },
    }),
    async (request) => {
      const viewer = viewerOf(request);
      const { profile_image_url } = request.body;
      const image = await prepareProfileImage(context, viewer, profile_image_url);
      return command(request, (change) => editProfile(change, viewer, request.body, image));
    },
  );

  app.get(
    '/me/availability',
    describe('Read when I take requests, and how many at a time', {
      response: { 200: availabilitySchema },
    }),
    (request) => availabilityOf(context.db, viewerOf(request)),
  );

  app.put(
    '/me/availability',
    describe('Say until when I am away, and how many requests I take at a time', {
      body: availabilityInputSchema,
      response: { 200: availabilitySchema },
    }),
    (request) =>
      command(request, (change) => saveAvailability(change, viewerOf(request), request.body)),
  );

  app.get(
    '/profiles/:id',
    describe('Read the profile of the other side of one of my requests', {
      params: idParams,
      response: { 200: collaboratorSchema },
    }),
    async (request) => {
      const person = await collaboratorOf(context.db, viewerOf(request), request.params.id);
      if (!person) throw new Refusal('not_found');
      return person;
    },
  );

  app.post(
    '/waitlist',
    describe(
      'Apply as a developer',
      { body: waitlistSchema, response: { 201: z.object({}) } },
      'public',
    ),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'waitlist' });
      await publicCommand(request, (change) => joinWaitlist(change, request.body));
      return {};
    },
  );
};
