import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { fileKeySchema } from '#domain/file.ts';
import { Refusal } from '#domain/refusals.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { callerOf } from './caller.ts';
import { linkQuery } from './link.ts';
import { fileToDownload, thumbnailToShow } from './open-file.ts';
import { letGo } from './receive-upload.ts';
import { sendDownload, sendThumbnail } from './serve.ts';
import { upload } from './upload.ts';

// The description of the API is about /api alone.
const schema = { hide: true, params: z.object({ key: fileKeySchema }), querystring: linkQuery };

/** The file service. Source: specification 7.5, contract "Service calls". */
export const fileServiceRoutes: FastifyPluginAsyncZod = async (app) => {
  await app.register(multipart);

  app.post('/upload', { schema: { hide: true } }, async (request, reply) => {
    try {
      const caller = await callerOf(request);
      const ownerId = caller === 'service' ? null : caller.id;
      if (ownerId !== null) await limitCalls(request, reply, { name: 'upload', key: ownerId });
      const uploaded = await upload(request, ownerId);
      return reply.code(201).header('cache-control', 'no-store').send(uploaded);
    } catch (error) {
      letGo(request);
      throw error;
    }
  });

  app.get('/download/:key', { schema }, async (request, reply) => {
    const { key } = request.params;
    return sendDownload(request, reply, await fileToDownload(request, key, request.query));
  });

  app.get('/thumbnails/:key', { schema }, async (request, reply) => {
    const { key } = request.params;
    return sendThumbnail(request, reply, await thumbnailToShow(request, key, request.query));
  });

  app.all('/*', { schema: { hide: true } }, () => {
    throw new Refusal('not_found');
  });
};
