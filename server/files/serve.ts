import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals.ts';
import type { ByteRange, ObjectName } from '../store/store.ts';
import { SANDBOX } from './files-origin.ts';

/** Whatever a file is: a browser neither guesses what, nor runs anything of it. */
export const INERT = { 'x-content-type-options': 'nosniff', 'content-security-policy': SANDBOX };

/** A file as it is sent to somebody who may open it. */
export interface Served {
  key: string;
  name: string;
  size: number;
  type: string;
}

/** Sends a file to be saved, whole or the part that was asked for. */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, name, size, type }: Served,
): Promise<FastifyReply> {
  // The bytes under a key never change.
  const etag = `"${key}"`;
  const asked = { range: request.headers.range, ifRange: request.headers['if-range'] };
  const range = rangeOrTell(reply, () => byteRange(asked, { size, etag }), size);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const body = await bodyOf(request, `originals/${key}`, range);
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return reply
    .headers({
      ...INERT,
      'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
      'content-disposition': attachment(name),
      'content-length': end - start + 1,
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      etag,
    })
    .send(body);
}

/** Sends something to be saved whose size nobody knows yet. */
export function sendArchive(
  reply: FastifyReply,
  { name, body }: { name: string; body: Readable },
): FastifyReply {
  return reply
    .headers({
      ...INERT,
      'content-type': 'application/zip',
      'content-disposition': attachment(name),
      'cache-control': 'private, no-store',
    })
    .send(body);
}

/** Sends a picture that we made ourselves, to be shown in a page. */
export async function sendThumbnail(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, cacheControl }: { key: string; cacheControl: string },
): Promise<FastifyReply> {
  const body = await bodyOf(request, `thumbnails/${key}`, null);
  return reply
    .headers({ ...INERT, 'content-type': 'image/webp', 'cache-control': cacheControl })
    .send(body);
}

/** Opened before any header is set: an answer that tells of trouble has its own. */
async function bodyOf(
  { method, server }: FastifyRequest,
  name: ObjectName,
  range: ByteRange | null,
): Promise<Readable> {
  return method === 'HEAD'
    ? Readable.from([])
    : server.context.files.read(name, range ?? undefined);
}

function rangeOrTell<Range>(reply: FastifyReply, find: () => Range, size: number): Range {
  try {
    return find();
  } catch (error) {
    void reply.header('content-range', `bytes */${size}`);
    throw error;
  }
}

/** RFC 6266: a plain name for the oldest programs, and the true one. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

interface Asked {
  range: string | undefined;
  /** The version that the sender has part of, if they say so. */
  ifRange: string | string[] | undefined;
}

/**
 * The part of a file that is asked for; null for all of it. Several parts at once, other units and
 * what cannot be read are answered with the whole, as RFC 9110 section 14.2 allows.
 * @throws Refusal `range_not_satisfiable`
 */
function byteRange(
  { range, ifRange }: Asked,
  { size, etag }: { size: number; etag: string },
): ByteRange | null {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '');
  const [, first = '', last = ''] = parts ?? [];
  if (first === '' && last === '') return null;
  if (ifRange !== undefined && ifRange !== etag) return null;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) throw new Refusal('range_not_satisfiable');
  return { start, end };
}
