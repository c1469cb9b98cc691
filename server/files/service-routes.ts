import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Refusal } from '#domain/errors.ts';
import { fileKeySchema, uploadSchema } from '#domain/file.ts';
import { limitCalls } from '../accounts/limit-calls.ts';
import { describe } from '../http/schemas.ts';
import { callerOf } from './caller.ts';
import { linkQuery } from './link.ts';
import { fileToDownload, thumbnailToShow } from './open.ts';
import { sendDownload, sendThumbnail } from './serve.ts';
import { upload } from './upload.ts';

const keyParams = z.object({ key: fileKeySchema });
const bytes = z.unknown().describe('The bytes');

/** The file service. Source: specification 7.5, contract "Service calls". */
export const fileServiceRoutes: FastifyPluginAsyncZod = async (app) => {
  await app.register(multipart);

  app.post(
    '/upload',
    {
      schema: describe(
        "Upload one file in the form field 'file'",
        { consumes: ['multipart/form-data'], response: { 201: uploadSchema } },
        'public',
      ),
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const caller = await callerOf(request);
      if (caller === 'service') return reply.code(201).send(await upload(request, null));
      await limitCalls(request, reply, { name: 'upload', key: caller.id });
      return reply.code(201).send(await upload(request, caller.id));
    },
  );

  app.get(
    '/download/:key',
    {
      schema: describe(
        'Download a file, by a signed link or with credentials',
        { params: keyParams, querystring: linkQuery, response: { 200: bytes } },
        'public',
      ),
    },
    async (request, reply) => {
      const { key } = request.params;
      return sendDownload(request, reply, await fileToDownload(request, key, request.query));
    },
  );

  app.get(
    '/thumbnails/:key',
    {
      schema: describe(
        'A small picture of a file; profile images need no link',
        { params: keyParams, querystring: linkQuery, response: { 200: bytes } },
        'public',
      ),
    },
    async (request, reply) => {
      const { key } = request.params;
      return sendThumbnail(request, reply, await thumbnailToShow(request, key, request.query));
    },
  );

  app.all('/*', { schema: { hide: true } }, () => {
    throw new Refusal('not_found');
  });
};
