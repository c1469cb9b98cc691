import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PreparedText } from './pages.ts';

/** Sends it in the best encoding that the browser names, or not at all when it has it already. */
export function sendPrepared(
  text: PreparedText,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.headers({
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: text.etag,
  });
  if (knows(request.headers['if-none-match'], text.etag)) return reply.code(304).send();
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(text.type).send(text[encoding ?? 'plain']);
}

function knows(given: string | undefined, etag: string): boolean {
  const known = given?.split(',').map((one) => one.trim()) ?? [];
  return known.includes(etag) || known.includes('*');
}

/** An encoding with q=0 is refused; any other order of preference is ours. */
function encodingFor(header: string | undefined): 'br' | 'gzip' | null {
  const offered = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name);
  if (offered.includes('br')) return 'br';
  return offered.includes('gzip') ? 'gzip' : null;
}
