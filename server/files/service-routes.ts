import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { fileKeySchema } from '#domain/file.ts';
import { Refusal } from '#domain/refusals.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { idParams } from '../http/schemas.ts';
import { callerOf } from './caller.ts';
import { archiveOf } from './delivery-archive.ts';
import { heldIdOf, uploadHeld } from './held-files.ts';
import { linkQuery } from './link.ts';
import { fileToDownload, roundToDownload, thumbnailToShow } from './open-file.ts';
import { letGo } from './receive-upload.ts';
import { sendArchive, sendDownload, sendThumbnail } from './serve.ts';
import { upload } from './upload.ts';

// The description of the API is about /api alone; what is said here, people read of their programs.
const schema = { hide: true, params: z.object({ key: fileKeySchema }), querystring: linkQuery };
const ofRound = {
  hide: true,
  summary: 'Download the files of a delivery',
  params: idParams,
  querystring: linkQuery,
};

/** The file service. Source: specification 7.5, contract "Service calls". */
export const fileServiceRoutes: FastifyPluginAsyncZod = async (app) => {
  await app.register(multipart);

  app.post(
    '/upload',
    { schema: { hide: true, summary: 'Upload a file' } },
    async (request, reply) => {
      try {
        const heldId = heldIdOf(request);
        const uploaded = heldId
          ? await uploadHeld(request, reply, heldId)
          : await uploadOwn(request, reply);
        return reply.code(201).header('cache-control', 'no-store').send(uploaded);
      } catch (error) {
        letGo(request);
        throw error;
      }
    },
  );

  async function uploadOwn(request: FastifyRequest, reply: FastifyReply) {
    const caller = await callerOf(request);
    const ownerId = caller === 'service' ? null : caller.id;
    if (ownerId !== null) await limitCalls(request, reply, { name: 'upload', key: ownerId });
    return upload(request, ownerId);
  }

  app.get(
    '/download/:key',
    { schema: { ...schema, summary: 'Download a file' } },
    async (request, reply) => {
      const { key } = request.params;
      return sendDownload(request, reply, await fileToDownload(request, key, request.query));
    },
  );

  app.get('/thumbnails/:key', { schema }, async (request, reply) => {
    const { key } = request.params;
    return sendThumbnail(request, reply, await thumbnailToShow(request, key, request.query));
  });

  app.get('/archives/:id', { schema: ofRound }, async (request, reply) => {
    const { name, files } = await roundToDownload(request, request.params.id, request.query);
    const isRead = request.method === 'GET';
    const body = isRead ? archiveOf(request.server.context.files, files) : Readable.from([]);
    return sendArchive(reply, { name, body });
  });

  app.all('/*', { schema: { hide: true } }, () => {
    throw new Refusal('not_found');
  });
};
