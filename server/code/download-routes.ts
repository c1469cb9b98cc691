import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Refusal } from '#domain/refusals.ts';
import { linkQuery } from '../files/link.ts';
import { personOf } from '../files/open-file.ts';
import { sendArchive } from '../files/serve.ts';
import { idParams } from '../http/schemas.ts';
import { beginDownload } from './begin-download.ts';
import { readableVersions } from './changes/compared-versions.ts';
import { patchFor } from './changes/queries.ts';
import { patchKey, patchParams, sendPatch } from './changes/send-patch.ts';
import { handBackName, handBackPack } from './hand-back/hand-back.ts';
import { handedBack } from './hand-back/hand-back-rows.ts';

/** Patches and hand-backs that browsers fetch by signed links. Giving out such a link was the look into them. */
export const codeDownloadRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  const { db } = context;

  app.get(
    '/patches/:versions',
    { schema: { hide: true, params: patchParams, querystring: linkQuery } },
    async (request, reply) => {
      const { id, since } = request.params.versions;
      const linked = { key: patchKey({ id, since }), query: request.query };
      const person = await personOf(request, 'patches', linked);
      if (!person) throw new Refusal('not_found');
      await beginDownload(request, reply, person);
      const versions = await readableVersions(db, person, { id, since, part: 'contents' });
      const isRead = request.method === 'GET';
      const body = isRead ? await patchFor(context, person, versions) : Readable.from([]);
      return sendPatch(reply, versions, body);
    },
  );

  app.get(
    '/hand-backs/:id',
    { schema: { hide: true, params: idParams, querystring: linkQuery } },
    async (request, reply) => {
      const { id } = request.params;
      const person = await personOf(request, 'hand-backs', { key: id, query: request.query });
      if (!person) throw new Refusal('not_found');
      await beginDownload(request, reply, person);
      const found = await handedBack(db, person, id);
      const isRead = request.method === 'GET';
      const body = isRead ? await handBackPack(context, person, found) : Readable.from([]);
      return sendArchive(reply, { name: handBackName(found), body });
    },
  );
};
