import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { openWorld, type World } from './world.ts';

export interface RegisteredRoute {
  method: string;
  url: string;
  schema: RouteOptions['schema'];
  config: RouteOptions['config'];
}

/** A world with every route that its server registered under /api, hidden ones too. */
export async function openWorldWithRoutes(): Promise<{ world: World; routes: RegisteredRoute[] }> {
  const routes: RegisteredRoute[] = [];
  // Fastify announces each new instance here, before anybody can register a route on it.
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, schema, config }) => {
      for (const each of [method].flat()) routes.push({ method: each, url, schema, config });
    });
  };
  subscribe('fastify.initialization', listen);
  const world = await openWorld();
  unsubscribe('fastify.initialization', listen);
  return { world, routes: routes.filter(({ url }) => url.startsWith('/api/')) };
}
