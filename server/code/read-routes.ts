import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  codeFileQuerySchema,
  codeFileSchema,
  codeSearchQuerySchema,
  codeSearchSchema,
  treeQuerySchema,
  treeSchema,
} from '#domain/code.ts';
import { instant } from '#domain/text.ts';
import { projectLink } from '../files/link.ts';
import { sendArchive } from '../files/serve.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { archiveName, projectArchive } from './archive.ts';
import { beginDownload } from './begin-download.ts';
import { treeFor } from './queries.ts';
import { searchFor } from './search.ts';
import { snapshotToRead } from './snapshot-rows.ts';
import { codeFileFor } from './view-code.ts';

/** Reading one version of a project. */
export const readCodeRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  const { db, config } = context;

  app.get(
    '/snapshots/:id/tree',
    describe('One folder of a version', {
      params: idParams,
      querystring: treeQuerySchema,
      response: { 200: treeSchema },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'read_code', key: viewer.id });
      return treeFor(db, viewer, { id, path: request.query.path });
    },
  );

  app.get(
    '/snapshots/:id/file',
    describe('One file of a version', {
      params: idParams,
      querystring: codeFileQuerySchema,
      response: { 200: codeFileSchema },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'read_code', key: viewer.id });
      return codeFileFor(context, viewer, { id, path: request.query.path });
    },
  );

  app.get(
    '/snapshots/:id/search',
    describe('Where in a version a text stands: in names, and in lines', {
      params: idParams,
      querystring: codeSearchQuerySchema,
      response: { 200: codeSearchSchema },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'search_code', key: viewer.id });
      return searchFor(context, viewer, { id, q: request.query.q });
    },
  );

  app.get(
    '/snapshots/:id/archive',
    describe('A whole version as a zip', {
      params: idParams,
      response: { 200: { content: { 'application/zip': { schema: z.any() } } } },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await beginDownload(request, reply, viewer);
      const version = await snapshotToRead(db, viewer, { id, part: 'contents' });
      const body = await projectArchive(context, viewer, version);
      return sendArchive(reply, { name: archiveName(version), body });
    },
  );

  app.get(
    '/snapshots/:id/archive/link',
    describe('Where a browser downloads a whole version as a zip, for a minute', {
      params: idParams,
      response: { 200: z.object({ url: z.string(), expires_at: instant }) },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'code_archive', key: viewer.id });
      await snapshotToRead(db, viewer, { id, part: 'contents' });
      return projectLink(config, { key: id, personId: viewer.id });
    },
  );
};
