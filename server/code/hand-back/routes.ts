import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { instant } from '#domain/text.ts';
import { downloadLink } from '../../files/link.ts';
import { sendArchive } from '../../files/serve.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { describe, idParams } from '../../http/schemas.ts';
import { viewerOf } from '../../http/viewer.ts';
import { beginDownload } from '../begin-download.ts';
import { handBackName, handBackPack } from './hand-back.ts';
import { handBackToTake } from './hand-back-rows.ts';

/** What a customer takes home once something was approved. */
export const handBackRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  const { db, config } = context;

  app.get(
    '/tickets/:id/hand-back',
    describe('All that was approved as a zip: patch, project, words, rules, keys', {
      params: idParams,
      response: { 200: { content: { 'application/zip': { schema: z.any() } } } },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await beginDownload(request, reply, viewer);
      const found = await handBackToTake(db, viewer, id);
      const body = await handBackPack(context, viewer, found);
      return sendArchive(reply, { name: handBackName(found), body });
    },
  );

  app.get(
    '/tickets/:id/hand-back/link',
    describe('Where a browser downloads all that was approved, for a minute', {
      params: idParams,
      response: { 200: z.object({ url: z.string(), expires_at: instant }) },
    }),
    async (request, reply) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      await limitCalls(request, reply, { name: 'code_archive', key: viewer.id });
      await handBackToTake(db, viewer, id);
      return downloadLink(config, { key: id, personId: viewer.id }, 'hand-backs');
    },
  );
};
