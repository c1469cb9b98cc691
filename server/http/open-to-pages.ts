import type { FastifyInstance, FastifyReply } from 'fastify';

/** What a program on a page reads of an answer, besides its body. */
const READ = ['WWW-Authenticate', 'Retry-After', 'RateLimit', 'RateLimit-Policy'];

/** What it may send, besides what every page may. Source: Model Context Protocol, "Transports". */
const SENT = [
  ...['Authorization', 'Content-Type', 'Last-Event-ID'],
  ...['MCP-Protocol-Version', 'Mcp-Session-Id', 'Mcp-Method', 'Mcp-Name'],
];

/** Browsers do not ask again for so long (s). */
const ASKED_AGAIN = 3600;

/**
 * Lets pages of any site read this answer, such as an editor that runs in a browser. Only for calls that
 * nothing but what the page itself sends can open: no browser adds a cookie, as credentials are not allowed.
 */
export function letPagesRead(reply: FastifyReply): void {
  void reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': READ.join(', '),
  });
}

/** Answers browsers that ask beforehand whether a page of another site may make these calls. */
export function letPagesCall(app: FastifyInstance, url: string, methods: readonly string[]): void {
  app.options(url, { schema: { hide: true } }, (_request, reply) => {
    letPagesRead(reply);
    return reply
      .headers({
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': SENT.join(', '),
        'access-control-max-age': ASKED_AGAIN,
      })
      .code(204)
      .send();
  });
}
