import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

export interface RegisteredRoute {
  method: string;
  url: string;
  schema: RouteOptions['schema'];
  config: RouteOptions['config'];
}

/** Every route, hidden ones too, that is registered while `build` runs, and what it makes. */
export async function noteRoutes<Built>(
  build: () => Promise<Built>,
): Promise<{ built: Built; routes: RegisteredRoute[] }> {
  const routes: RegisteredRoute[] = [];
  // Fastify announces each new instance here, before anybody can register a route on it.
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, schema, config }) => {
      for (const each of [method].flat()) routes.push({ method: each, url, schema, config });
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    return { built: await build(), routes };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}
