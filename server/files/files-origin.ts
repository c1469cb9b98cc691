import plugin from 'fastify-plugin';
import { Refusal } from '#domain/refusals.ts';

/** For whatever comes out of a file: no scripts, no forms, an origin of nobody's. */
export const SANDBOX = "default-src 'none'; sandbox";

const SERVED = [
  '/files/download/:key',
  '/files/thumbnails/:key',
  '/files/archives/:id',
  '/files/code/:id',
  '/files/projects/:id',
  '/files/patches/:versions',
  '/files/hand-backs/:id',
];

/**
 * Keeps the origin of files (`FILES_ORIGIN`) apart: it serves nothing else, no page and no call, so
 * that what is in a file has nothing there to reach.
 * @throws Refusal `not_found` there for all but files
 */
export const filesOrigin = plugin(async (app) => {
  const { filesOrigin } = app.context.config;
  if (filesOrigin === null) return;
  const { hostname } = new URL(filesOrigin);
  app.addHook('onRequest', (request, reply, done) => {
    const isThere = request.hostname.toLowerCase() === hostname;
    const isFile = SERVED.includes(request.routeOptions.url ?? '');
    // Our own pages show pictures from there.
    if (isFile) void reply.header('cross-origin-resource-policy', 'cross-origin');
    if (isThere) void reply.header('content-security-policy', SANDBOX);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    done(isThere && !(isFile && isRead) ? new Refusal('not_found') : undefined);
  });
});
