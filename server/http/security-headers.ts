import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import plugin from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config.ts';
import { inlineScriptHashes } from './web-build.ts';

/**
 * Headers of every answer. Scripts come from our own files only; the few that the web build writes
 * into its pages are named by their hashes, so nothing injected can run.
 */
export const securityHeaders = plugin(async (app) => {
  const headers = headersOf(options(app.context.config, await inlineScriptHashes()));
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
});

function options({ publicUrl, filesOrigin }: Config, inlineScripts: string[]): HelmetOptions {
  const secure = publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts],
        // Libraries set positions through style attributes; no style sheet is ever inline.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(filesOrigin ? [filesOrigin] : [])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: true },
    // For browsers that do not know frame-ancestors.
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  };
}

/** What helmet says of each answer: as that is always the same, it is asked once. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => undefined);
  return { ...response.getHeaders() };
}
