import plugin from 'fastify-plugin';
import { inlineScriptHashes } from './web-build.ts';

/**
 * Headers of every answer, made once. Scripts come from our own files only; the few that the web
 * build writes into its pages are named by their hashes, so nothing injected can run.
 * Source: what the helmet library sends, which puts them together for each answer anew.
 */
export const securityHeaders = plugin(async (app) => {
  const secure = app.context.config.publicUrl.startsWith('https:');
  const headers = {
    'content-security-policy': contentSecurityPolicy(await inlineScriptHashes(), secure),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    // For browsers that do not know frame-ancestors.
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // What browsers once did against injected scripts let more in than it kept out.
    'x-xss-protection': '0',
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
});

function contentSecurityPolicy(scripts: string[], secure: boolean): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    // Libraries set positions through style attributes; no style sheet is ever inline.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join(';');
}
