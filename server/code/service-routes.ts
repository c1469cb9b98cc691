import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { codeFileQuerySchema } from '#domain/code.ts';
import { Refusal } from '#domain/refusals.ts';
import { readBeginning } from '../files/archive-texts.ts';
import { linkQuery } from '../files/link.ts';
import { personOf } from '../files/open-file.ts';
import { attachment, INERT, sendArchive } from '../files/serve.ts';
import { idParams } from '../http/schemas.ts';
import { archiveName, projectArchive } from './archive.ts';
import { beginDownload } from './begin-download.ts';
import { pictureType } from './intake/kind.ts';
import { asStream, contentsIn, storedFile } from './snapshot-files.ts';
import { readableSnapshot } from './snapshot-rows.ts';

const fileQuery = linkQuery.extend(codeFileQuerySchema.shape);

/** What browsers fetch by signed links. Giving out such a link was the look into it. */
export const codeServiceRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  const { db, files } = context;

  app.get(
    '/code/:id',
    { schema: { hide: true, params: idParams, querystring: fileQuery } },
    async (request, reply) => {
      const [{ id }, { path, ...query }] = [request.params, request.query];
      const person = await personOf(request, 'code', { key: `${id}/${path}`, query });
      if (!person) throw new Refusal('not_found');
      const version = await readableSnapshot(db, person, { id, part: 'contents' });
      const file = await storedFile(db, version, path);
      const read = contentsIn(files);
      const head = await readBeginning(asStream(await read(file)), 64);
      return reply
        .headers({
          ...INERT,
          'content-type': pictureType(head) ?? 'application/octet-stream',
          'content-disposition': attachment(path.slice(path.lastIndexOf('/') + 1)),
          'content-length': file.size,
          'cache-control': 'private, max-age=600',
        })
        .send(request.method === 'HEAD' ? Readable.from([]) : asStream(await read(file)));
    },
  );

  app.get(
    '/projects/:id',
    { schema: { hide: true, params: idParams, querystring: linkQuery } },
    async (request, reply) => {
      const { id } = request.params;
      const person = await personOf(request, 'projects', { key: id, query: request.query });
      if (!person) throw new Refusal('not_found');
      await beginDownload(request, reply, person);
      const version = await readableSnapshot(db, person, { id, part: 'contents' });
      const isRead = request.method === 'GET';
      const body = isRead ? await projectArchive(context, person, version) : Readable.from([]);
      return sendArchive(reply, { name: archiveName(version), body });
    },
  );
};
