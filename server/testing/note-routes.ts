import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

export type RegisteredRoute = Pick<
  RouteOptions,
  'url' | 'schema' | 'config' | 'serializerCompiler'
> & { method: string };

/** Every route, hidden ones too, that is registered while `build` runs, and what it makes. */
export async function noteRoutes<Built>(
  build: () => Promise<Built>,
): Promise<{ built: Built; routes: RegisteredRoute[] }> {
  const routes: RegisteredRoute[] = [];
  // Fastify announces each new instance here, before anybody can register a route on it.
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => {
      for (const method of [route.method].flat()) routes.push({ ...route, method });
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    return { built: await build(), routes };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}
