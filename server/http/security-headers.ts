import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config/config.ts';
import { inlineScriptHashes } from './web-build.ts';

/** Security headers, by name in lower case. */
export type SecurityHeaders = Readonly<Record<string, string>>;

/**
 * Browser features that no page of ours uses. Without those that Chromium does not know, as it would
 * log a warning on every page.
 */
const NOT_USED = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** For built files other than pages: they contain no scripts, so they need no hashes. */
export const FILE_POLICY =
  "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Headers of every answer. Scripts come from our own files only; the few inline ones of the web build
 * are named by hash, so nothing injected can run.
 */
export async function securityHeaders(config: Config): Promise<SecurityHeaders> {
  return {
    ...fromHelmet(options(config, await inlineScriptHashes())),
    'permissions-policy': NOT_USED.map((feature) => `${feature}=()`).join(', '),
  };
}

/** Calls are answered with data: the headers about what a page may do would be a kilobyte of each answer. */
const OF_DATA = [
  ...['cross-origin-resource-policy', 'referrer-policy', 'strict-transport-security'],
  ...['x-content-type-options', 'x-frame-options'],
];
const DATA = /^\/(?:api|auth\/v1)\//;

/** Adds them to the product's answers; for earlier ones see early-answers.ts. */
export function addSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  const ofData = {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => OF_DATA.includes(name))),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(DATA.test(request.url) ? ofData : headers);
    done();
  });
}

function options({ publicUrl, filesOrigin }: Config, inlineScripts: string[]): HelmetOptions {
  const secure = publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts],
        // Libraries set positions through style attributes; style sheets are never inline.
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
    // For browsers without frame-ancestors.
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  };
}

/** Helmet's headers never change, so they are computed once. */
function fromHelmet(options: HelmetOptions): SecurityHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => undefined);
  const headers = Object.entries(response.getHeaders());
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]));
}
