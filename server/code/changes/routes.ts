import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { codeChangesQuerySchema, codeChangesSchema, viewedSchema } from '#domain/code.ts';
import { instant } from '#domain/text.ts';
import { downloadLink } from '../../files/link.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { describe, idParams } from '../../http/schemas.ts';
import { viewerOf } from '../../http/viewer.ts';
import { command } from '../../lifecycle/command.ts';
import { beginDownload } from '../begin-download.ts';
import { versionsToRead } from './compared-versions.ts';
import { changesFor, patchFor } from './queries.ts';
import { patchKey, sendPatch } from './send-patch.ts';
import { markViewed } from './viewed.ts';

const sinceQuery = codeChangesQuerySchema.pick({ since: true });

/** What changed from one version of a project to another. */
export const codeChangesRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  const { db, config } = context;

  app.get(
    '/snapshots/:id/changes',
    describe('What a version changes: files, counts and lines', {
      params: idParams,
      querystring: codeChangesQuerySchema,
      response: { 200: codeChangesSchema },
    }),
    async (request, reply) => {
      const [viewer, { id }, { since, path }] = [viewerOf(request), request.params, request.query];
      // One file after the other is asked for by whoever reads them all.
      const name = path === undefined ? 'compare' : 'read_code';
      await limitCalls(request, reply, { name, key: viewer.id });
      return changesFor(context, viewer, { id, since, path });
    },
  );

  app.get(
    '/snapshots/:id/patch',
    describe('What a version changes, as a patch that git apply takes', {
      params: idParams,
      querystring: sinceQuery,
      response: { 200: { content: { 'text/x-diff': { schema: z.any() } } } },
    }),
    async (request, reply) => {
      const [viewer, { id }, { since }] = [viewerOf(request), request.params, request.query];
      await beginDownload(request, reply, viewer);
      const versions = await versionsToRead(db, viewer, { id, since, part: 'contents' });
      return sendPatch(reply, versions, await patchFor(context, viewer, versions));
    },
  );

  app.get(
    '/snapshots/:id/patch/link',
    describe('Where a browser downloads what a version changes as a patch, for a minute', {
      params: idParams,
      querystring: sinceQuery,
      response: { 200: z.object({ url: z.string(), expires_at: instant }) },
    }),
    async (request, reply) => {
      const [viewer, { id }, { since }] = [viewerOf(request), request.params, request.query];
      await limitCalls(request, reply, { name: 'code_archive', key: viewer.id });
      await versionsToRead(db, viewer, { id, since, part: 'contents' });
      return downloadLink(config, { key: patchKey({ id, since }), personId: viewer.id }, 'patches');
    },
  );

  app.put(
    '/snapshots/:id/viewed',
    describe('Mark a file of a version as viewed, or not any more', {
      params: idParams,
      body: viewedSchema,
      response: { 204: z.null() },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'read_code', key: viewer.id });
      await command(request, (change) => markViewed(change, viewer, { id, ...request.body }));
    },
  );
};
