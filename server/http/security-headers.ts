import helmet from '@fastify/helmet';
import plugin from 'fastify-plugin';
import { inlineScriptHashes } from './web-build.ts';

/**
 * Headers of every answer. Scripts come from our own files only; the few that the web build writes
 * into its pages are named by their hashes, so nothing injected can run.
 */
export const securityHeaders = plugin(async (app) => {
  const { config } = app.context;
  const secure = config.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(await inlineScriptHashes())],
        // Libraries set positions through style attributes; no style sheet is ever inline.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
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
  });
});
