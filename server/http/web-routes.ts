import { glob } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { sendProblem } from './problems.ts';
import { WEB_FOLDER } from './web-build.ts';

/** Paths that are never a page: an unknown one answers with a problem. */
const NOT_PAGES =
  /^\/(api|auth\/v1|assets|billing|files|functions|sandbox|webhooks|healthz|readyz|metrics)(\/|$|\?)/;
/** The page of the application itself, for every path that is not prerendered. */
const APPLICATION = '__spa-fallback.html';
const ASSETS = path.join(WEB_FOLDER, 'assets');

/** The web: prerendered pages where there are some, the application's own page for the rest. */
export const webRoutes: FastifyPluginAsync = async (app) => {
  await app.register(fastifyStatic, {
    root: WEB_FOLDER,
    index: false,
    redirect: false,
    cacheControl: false,
    // Only built files have names that change with their content.
    setHeaders: (reply, file) => {
      const lasting = file.startsWith(ASSETS);
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  for await (const file of glob('**/index.html', { cwd: WEB_FOLDER })) {
    const folder = path.dirname(file);
    app.get(folder === '.' ? '/' : `/${folder}`, { schema: { hide: true } }, (_request, reply) =>
      reply.sendFile(file),
    );
  }
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' || request.method === 'HEAD';
    if (!page || NOT_PAGES.test(request.url)) {
      return sendProblem(new Refusal('not_found'), request, reply);
    }
    return reply.sendFile(APPLICATION);
  });
};
