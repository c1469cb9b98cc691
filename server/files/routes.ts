import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { archiveEntrySchema, fileKeySchema, fileSchema, textViewSchema } from '#domain/file.ts';
import { changesQuerySchema, changesSchema } from '#domain/file-changes.ts';
import { instant } from '#domain/text.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { listOf, numberedPageQuery } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { taskModule } from '../workers/task.ts';
import { fileToOpen } from './access.ts';
import { changesFor } from './changes-for.ts';
import { roundToOpen } from './delivery-archive.ts';
import { downloadLink } from './link.ts';
import { filesOfTicket, fileToSee } from './queries.ts';
import { takeBack } from './remove-files.ts';
import { viewText } from './view-text.ts';

const archives = taskModule<typeof import('./archive.ts')>(import.meta.resolve('./archive.ts'));
const entryTexts = taskModule<typeof import('./view-text.ts')>(
  import.meta.resolve('./view-text.ts'),
);

/** A file goes by its key. */
const keyParams = z.object({ id: fileKeySchema });

/** Files as people see them; their bytes come and go through the file service. */
export const fileRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  const { db, config, files, workers } = context;

  app.get(
    '/tickets/:id/files',
    describe('The files of a request and all its parts, oldest first', {
      params: idParams,
      querystring: numberedPageQuery,
      response: { 200: listOf(fileSchema) },
    }),
    (request) => filesOfTicket(context, viewerOf(request), request.params.id, request.query),
  );

  app.get(
    '/files/:id',
    describe('One file', { params: keyParams, response: { 200: fileSchema } }),
    (request) => fileToSee(context, viewerOf(request), request.params.id),
  );

  app.delete(
    '/files/:id',
    describe('Take back an upload that is not attached', {
      params: keyParams,
      response: { 204: z.null() },
    }),
    (request) =>
      command(request, (change) => takeBack(change, viewerOf(request).id, request.params.id)),
  );

  app.get(
    '/files/:id/link',
    describe('Where a browser downloads a file, for a minute', {
      params: keyParams,
      response: { 200: z.object({ url: z.string(), expires_at: instant }) },
    }),
    async (request) => {
      const viewer = viewerOf(request);
      const { key } = await fileToOpen(db, viewer, request.params.id);
      return downloadLink(config, { key, personId: viewer.id });
    },
  );

  app.get(
    '/deliveries/:id/archive',
    describe('Where a browser downloads all files of a round, as a zip, for a minute', {
      params: idParams,
      response: { 200: z.object({ url: z.string(), expires_at: instant }) },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      const { id } = request.params;
      await limitCalls(request, reply, { name: 'look_into_file', key: viewer.id });
      await roundToOpen(db, viewer, id);
      return downloadLink(config, { key: id, personId: viewer.id }, 'archives');
    },
  );

  app.get(
    '/files/:id/entries',
    describe('What a zip archive holds', {
      params: keyParams,
      response: {
        200: z.object({ items: z.array(archiveEntrySchema), is_complete: z.boolean() }),
      },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'look_into_file', key: viewer.id });
      const { key } = await fileToOpen(db, viewer, request.params.id);
      return files.lend(`originals/${key}`, (path) =>
        workers.run(archives, 'listArchive', path, { owner: viewer.id }),
      );
    },
  );

  app.get(
    '/files/:id/text',
    describe('The beginning of a text file, or of one in a zip archive', {
      params: keyParams,
      querystring: z.object({ entry: z.string().max(1000).optional() }),
      response: { 200: textViewSchema },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'look_into_file', key: viewer.id });
      const file = await fileToOpen(db, viewer, request.params.id);
      const { entry } = request.query;
      return entry === undefined
        ? viewText(files, file)
        : files.lend(`originals/${file.key}`, (path) =>
            workers.run(entryTexts, 'viewEntry', { path, entry }, { owner: viewer.id }),
          );
    },
  );

  app.get(
    '/files/:id/changes',
    describe('What changed in a project since an earlier archive of it', {
      params: keyParams,
      querystring: changesQuerySchema,
      response: { 200: changesSchema },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'compare', key: viewer.id });
      return changesFor(context, viewer, { key: request.params.id, since: request.query.since });
    },
  );
};
