import negotiate from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import type { PreparedText } from './pages.ts';

/** Sends it in the best encoding that the browser names, or not at all when it has it already. */
export function sendPrepared(
  text: PreparedText,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { type, etag } = text;
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
  if (fresh(request.headers, { etag })) return reply.code(304).send();
  const accepted = request.headers['accept-encoding']?.toLowerCase() ?? '';
  const encoding = negotiate(accepted, ['br', 'gzip']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(type).send(text[encoding ?? 'plain']);
}
