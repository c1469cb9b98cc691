import negotiate from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import type { PreparedText } from './prepared-text.ts';

/** Sends a text in the browser's best encoding, or 304 when it has it already. */
export function sendPrepared(
  text: PreparedText,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { type, etag } = text;
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
  if (fresh(request.headers, { etag })) return reply.code(304).send();
  const encoding = encodingFor(request, ['br', 'gzip']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(type).send(text[encoding ?? 'plain']);
}

/** The best of our encodings that the browser takes; null for none. */
export function encodingFor<Encoding extends string>(
  { headers }: FastifyRequest,
  ours: Encoding[],
): Encoding | null {
  return negotiate(headers['accept-encoding']?.toLowerCase() ?? '', ours);
}
