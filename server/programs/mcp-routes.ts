import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { scopes } from '#domain/program.ts';
import { Refusal } from '#domain/refusals.ts';
import { authenticate, claimsIn } from '../http/authenticate.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { letPagesCall, letPagesRead } from '../http/open-to-pages.ts';
import { metadataAddress } from '../http/program-addresses.ts';
import { type Viewer, viewerOf } from '../http/viewer.ts';

const METHODS = ['GET', 'POST', 'DELETE'];
/** A draft may have ten files of 200,000 characters, of three bytes each. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * The Model Context Protocol over Streamable HTTP, for editors and assistants. Nothing is kept between two
 * requests, so any server answers any of them. Source: contract, Programs.
 */
export const mcpRoutes: FastifyPluginAsync = async (app) => {
  // The protocol has errors of its own for what is no JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  letPagesCall(app, '/mcp', METHODS);
  app.route({
    method: METHODS,
    url: '/mcp',
    bodyLimit: BODY_LIMIT_BYTES,
    schema: { hide: true },
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      letPagesRead(reply);
      refuseRebound(request);
      request.viewer = await authenticateAndCount(request, reply).catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 401) askForToken(request, reply);
        throw error;
      });
      if (request.viewer === null) askForToken(request, reply);
      viewerOf(request);
    },
    handler: async (request, reply) => {
      // With the first call: most servers never get one.
      const { answerMcp } = await import('./answer-mcp.ts');
      const message = readMessage(request.body);
      const answer = await answerMcp(request, asWebRequest(request, message), message);
      void reply.code(answer.status);
      for (const [name, value] of answer.headers) void reply.header(name, value);
      void reply.header('cache-control', 'no-store');
      // Whole, as none goes on once its answer is there: a stream would cost more than the answer.
      return reply.send(answer.body ? Buffer.from(await answer.arrayBuffer()) : undefined);
    },
  });
};

/** Who asks, once the call is counted for their session. Both at once: each waits for the database. */
async function authenticateAndCount(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer | null> {
  if (request.headers.authorization === undefined) return null;
  const { session_id: key, user_id: owner } = await claimsIn(request);
  const [viewer] = await Promise.all([
    authenticate(request),
    limitCalls(request, reply, { name: 'program', key, owner }),
  ]);
  return viewer;
}

/**
 * Pages of other sites may call it, with a token that they were given. But not one whose own name was made to
 * lead here (DNS rebinding): its browser takes this server for the page's own, and asks nobody.
 */
function refuseRebound({ headers, server }: FastifyRequest): void {
  const { origin, host } = headers;
  const own = new URL(server.context.config.publicUrl).origin;
  if (origin !== own && origin?.endsWith(`//${host}`)) throw new Refusal('foreign_origin');
}

/** Says where a token comes from, so that a program can ask its person (RFC 9728). */
function askForToken({ headers, server }: FastifyRequest, reply: FastifyReply): void {
  const parts = [
    `resource_metadata="${metadataAddress(server.context.config)}"`,
    `scope="${scopes.join(' ')}"`,
  ];
  if (headers.authorization !== undefined) parts.push('error="invalid_token"');
  void reply.header('www-authenticate', `Bearer ${parts.join(', ')}`);
}

/** A message as JSON; undefined for what is none, which the protocol refuses in its own words. */
function readMessage(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

function asWebRequest({ method, headers, body, server }: FastifyRequest, message: unknown) {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'content-length' ? [] : [[name, String(value)]],
  );
  return new Request(new URL('/mcp', server.context.config.publicUrl), {
    method,
    headers: sent as [string, string][],
    ...(message === undefined && typeof body === 'string' && { body }),
  });
}
