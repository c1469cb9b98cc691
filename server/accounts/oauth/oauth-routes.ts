import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { scopes } from '#domain/program.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import type { LimitName } from '../../http/limits.ts';
import { letPagesCall, letPagesRead } from '../../http/open-to-pages.ts';
import { METADATA_PATHS, mcpAddress } from '../../http/program-addresses.ts';
import { FOR_PAGES, OAUTH_PATHS, oauthServer } from './provider.ts';

const { authorization, token, registration, revocation, metadata } = OAUTH_PATHS;
const { device_authorization: device } = OAUTH_PATHS;

const ROUTES: readonly [method: 'GET' | 'POST', url: string, limit?: LimitName][] = [
  ['GET', metadata],
  ['GET', authorization, 'oauth_authorize'],
  ['GET', `${authorization}/:id`, 'oauth_authorize'],
  ['POST', device, 'oauth_authorize'],
  ['POST', registration, 'oauth_register'],
  ['POST', token, 'oauth_token'],
  ['POST', revocation, 'oauth_token'],
];

/** OAuth 2.1 for programs, spoken by `oidc-provider`. Source: contract, Programs. */
export const oauthRoutes: FastifyPluginAsync = async (app) => {
  const { config } = app.context;
  // The library reads and limits bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null, undefined));

  for (const [method, url, limit] of ROUTES) {
    const isForPages = FOR_PAGES.includes(url);
    if (isForPages) letPagesCall(app, url, [method]);
    app.route({
      method,
      url,
      schema: { hide: true },
      exposeHeadRoute: false,
      onRequest: async (request, reply) => {
        if (isForPages) letPagesRead(reply);
        if (limit) await limitCalls(request, reply, { name: limit });
      },
      handler: answeredByLibrary,
    });
  }

  for (const url of METADATA_PATHS) {
    letPagesCall(app, url, ['GET']);
    app.get(url, { schema: { hide: true } }, (_request, reply) => {
      letPagesRead(reply);
      return reply.send({
        resource: mcpAddress(config),
        authorization_servers: [config.publicUrl],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Unblock',
      });
    });
  }
};

async function answeredByLibrary(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { context } = request.server;
  const { answer } = await oauthServer(context);
  // Addresses that it makes are those of PUBLIC_URL, whatever the caller or a proxy wrote here.
  const { host, protocol } = new URL(context.config.publicUrl);
  const { headers } = request.raw;
  Object.assign(headers, { host, 'x-forwarded-host': host });
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  answer(request.raw, reply.raw);
}
