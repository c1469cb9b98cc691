import multipart from '@fastify/multipart';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  applicationDraftSchema,
  applicationReviewInputSchema,
  applicationSchema,
  entryProjectSchema,
  moderatedApplicationSchema,
  ownApplicationSchema,
  reviewedApplicationSchema,
  waitingApplicationSchema,
} from '#domain/application.ts';
import { keyOwner } from '../accounts/accept-invitation.ts';
import { letGo } from '../files/receive-upload.ts';
import { sendArchive } from '../files/serve.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { listOf, pageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command, publicCommand } from '../lifecycle/command.ts';
import { entryProject, entryProjectArchive } from './entry-project.ts';
import { takeVersion, versionArchive } from './entry-version.ts';
import {
  openApplication,
  ownApplication,
  saveDraft,
  submitApplication,
} from './own-application.ts';
import {
  applicationToReview,
  moderatedApplication,
  reviewApplication,
  waitingApplications,
} from './reviews.ts';

const tokenParams = z.object({ token: z.string() });

const zip = { 200: { content: { 'application/zip': { schema: z.any() } } } };

/** What of an application unblockers read: keys in it are masked, never shared. */
const shares = {
  texts: ['examples.*.title', 'examples.*.url', 'examples.*.text', 'hours', 'proofs.*.text'],
  maskOnly: true,
} as const;

/** Applications of people who want to become unblockers: by the link of their mail, without an account. */
export const applicationRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;
  await app.register(multipart);

  app.get(
    '/entry-project',
    describe(
      'Read the broken project of the entry test',
      { response: { 200: entryProjectSchema } },
      'public',
    ),
    () => entryProject(),
  );

  app.get(
    '/applications/:token',
    describe(
      'Read an application by its link, and whether that still works',
      { params: tokenParams, response: { 200: ownApplicationSchema } },
      'public',
    ),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'application' });
      return ownApplication(db, request.params.token);
    },
  );

  app.get(
    '/applications/:token/project',
    describe(
      'The broken project of the entry test as a zip',
      {
        params: tokenParams,
        response: zip,
      },
      'public',
    ),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'application' });
      await openApplication(db, request.params.token);
      return sendArchive(reply, { name: 'loaf-and-leaf.zip', body: entryProjectArchive() });
    },
  );

  app.put(
    '/applications/:token',
    {
      config: { shares },
      ...describe(
        'Save an application as far as it is written',
        {
          params: tokenParams,
          body: applicationDraftSchema,
          response: { 200: ownApplicationSchema },
        },
        'public',
      ),
    },
    async (request, reply) => {
      const { token } = request.params;
      await limitCalls(request, reply, { name: 'application' });
      return publicCommand(request, (change) => saveDraft(change, token, request.body), {
        owner: keyOwner(token),
      });
    },
  );

  app.post(
    '/applications/:token/submit',
    {
      config: { shares },
      ...describe(
        'Submit a whole application',
        {
          params: tokenParams,
          body: applicationSchema,
          response: { 200: ownApplicationSchema },
        },
        'public',
      ),
    },
    async (request, reply) => {
      const { token } = request.params;
      const owner = keyOwner(token);
      await limitCalls(request, reply, { name: 'application', owner });
      return publicCommand(request, (change) => submitApplication(change, token, request.body), {
        owner,
      });
    },
  );

  app.post(
    '/applications/:token/version',
    describe(
      'Upload the fixed version of the project, as the file of a form; it replaces an earlier one',
      { params: tokenParams, response: { 200: ownApplicationSchema } },
      'public',
    ),
    async (request, reply) => {
      const { token } = request.params;
      try {
        await limitCalls(request, reply, { name: 'entry_upload' });
        await limitCalls(request, reply, { name: 'entry_upload_each', key: keyOwner(token) });
        return await takeVersion(request, token);
      } catch (error) {
        letGo(request);
        throw error;
      }
    },
  );

  app.get(
    '/entry-reviews',
    describe('Applications that I can review, the one that waits longest first', {
      querystring: pageQuery,
      response: { 200: listOf(waitingApplicationSchema) },
    }),
    (request) => waitingApplications(db, viewerOf(request), request.query),
  );

  app.get(
    '/entry-reviews/:id',
    describe('Read an application that I can review, by its number alone', {
      params: idParams,
      response: { 200: reviewedApplicationSchema },
    }),
    (request) => applicationToReview(db, viewerOf(request), request.params.id),
  );

  app.get(
    '/entry-reviews/:id/archive',
    describe('The fixed version of an application that I can review, as a zip', {
      params: idParams,
      response: zip,
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'code_archive', key: viewer.id });
      return sendVersion(reply, await applicationToReview(db, viewer, id));
    },
  );

  app.post(
    '/entry-reviews/:id',
    {
      config: { shares: { texts: ['note'], maskOnly: true } },
      ...describe('Review an application, once', {
        params: idParams,
        body: applicationReviewInputSchema,
        response: { 200: reviewedApplicationSchema },
      }),
    },
    (request) =>
      command(request, (change) =>
        reviewApplication(change, viewerOf(request), { id: request.params.id, ...request.body }),
      ),
  );

  app.get(
    '/moderation/waitlist/:id/application',
    describe(
      'Read what an applicant added to their entry, with its reviews',
      { params: idParams, response: { 200: moderatedApplicationSchema } },
      'moderator',
    ),
    (request) => moderatedApplication(db, request.params.id),
  );

  app.get(
    '/moderation/waitlist/:id/application/archive',
    describe(
      'The fixed version of an application as a zip',
      { params: idParams, response: zip },
      'moderator',
    ),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'code_archive', key: viewerOf(request).id });
      return sendVersion(reply, await moderatedApplication(db, request.params.id));
    },
  );

  /** Nobody runs it here; whoever wants to, does so on a machine of theirs. */
  async function sendVersion(reply: FastifyReply, { id, number }: { id: string; number: number }) {
    const body = await versionArchive(db, id);
    return sendArchive(reply, { name: `application-${number}.zip`, body });
  }
};
