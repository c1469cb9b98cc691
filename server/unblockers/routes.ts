import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  publicProfileInputSchema,
  publicProfileSchema,
  unblockerPageSchema,
  unblockerSchema,
  unblockerSearchSchema,
} from '#domain/unblocker.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { listOf, pageQuery } from '../http/paging.ts';
import { describe } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { searchUnblockers, unblockerBySlug } from './directory.ts';
import { ownPublicProfile, savePublicProfile } from './own-profile.ts';

/** The directory of unblockers, and one's own profile in it. Source: contract, "Choosing". */
export const unblockerRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.get(
    '/unblockers',
    describe(
      'Find unblockers with a public profile; those first whose rate is surest',
      {
        querystring: pageQuery.extend(unblockerSearchSchema.shape),
        response: { 200: listOf(unblockerSchema) },
      },
      'public',
    ),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'directory' });
      return searchUnblockers(context.reads.db, request.query);
    },
  );

  app.get(
    '/unblockers/:slug',
    describe(
      'Read the public profile of an unblocker; by a former address its `slug` is another one',
      {
        params: z.object({ slug: z.string().max(100) }),
        response: { 200: unblockerPageSchema },
      },
      'public',
    ),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'directory' });
      return unblockerBySlug(context.reads.db, request.params.slug);
    },
  );

  app.get(
    '/me/public-profile',
    describe('Read my public profile, as I edit it', { response: { 200: publicProfileSchema } }),
    (request) => ownPublicProfile(context.db, viewerOf(request)),
  );

  app.put(
    '/me/public-profile',
    {
      config: { shares: { texts: ['headline', 'words'] } },
      ...describe('Save my public profile, and publish it or take it back', {
        body: publicProfileInputSchema,
        response: { 200: publicProfileSchema },
      }),
    },
    (request) =>
      command(request, (change) => savePublicProfile(change, viewerOf(request), request.body)),
  );
};
