import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PASSWORD_TURNS } from '../http/limits.ts';
import { AuthRefusal } from './auth-error.ts';

/** Handlers give up after this. Source: auth wire contract, section 1. */
const HANDLER_TIMEOUT_MS = 10_000;
/** For handlers that check a password and may have to queue. */
export const PASSWORD_TIMEOUT_MS = HANDLER_TIMEOUT_MS + PASSWORD_TURNS.most;

const CORS = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, apikey, x-client-info, x-supabase-api-version',
  'access-control-expose-headers': 'X-Supabase-Api-Version',
  'access-control-max-age': '600',
};

/** Sets up bodies, caching, CORS and timeouts. */
export function authTransport(app: FastifyInstance): void {
  acceptJson(app);
  const ourOrigin = new URL(app.context.config.publicUrl).origin;
  app.addHook('onRoute', (route) => {
    route.handlerTimeout ||= HANDLER_TIMEOUT_MS;
    // Hidden in our OpenAPI document: these are calls of the auth client.
    route.schema = { ...route.schema, hide: true };
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('vary', 'origin');
    if (request.headers.origin === ourOrigin) {
      void reply.headers({ ...CORS, 'access-control-allow-origin': ourOrigin });
    }
  });
  app.options('/*', async (_request, reply) => reply.code(204).send());
}

/** The client declares JSON even without a body. */
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, body: string, done) => {
      if (body === '') return done(null, undefined);
      return parse(request, body, (error, value) => {
        done(error ? new AuthRefusal('bad_json') : null, value);
      });
    },
  );
}
