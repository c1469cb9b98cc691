import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { cleanFileName } from '#domain/file.ts';
import { shortId } from '#domain/ticket-words.ts';
import { attachment, INERT } from '../../files/serve.ts';
import type { Versions } from './compared-versions.ts';

/** What a link to a patch names: a version, and another one where it is not the one before. */
export function patchKey({ id, since }: { id: string; since: string | undefined }): string {
  return since === undefined ? id : `${id}..${since}`;
}

/** The same the other way round, as the part of a path. */
export const patchParams = z.object({
  versions: z
    .string()
    .max(100)
    .transform((key) => key.split('..'))
    .pipe(z.union([z.tuple([z.guid()]), z.tuple([z.guid(), z.guid()])]))
    .transform(([id, since]) => ({ id, since })),
});

/** Sends a patch to be saved. Its bytes are those of the files: no program may take them for a text. */
export function sendPatch(
  reply: FastifyReply,
  { after, before }: Versions,
  body: Readable,
): FastifyReply {
  const since = before ? `${before.number}-to-` : '';
  const name = cleanFileName(`changes-${shortId(after.ticket_id)}-${since}${after.number}.patch`);
  return reply
    .headers({
      ...INERT,
      'content-type': 'text/x-diff',
      'content-disposition': attachment(name),
      'cache-control': 'private, no-store',
    })
    .send(body);
}
