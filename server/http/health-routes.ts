import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';

/** `/healthz`: the process is alive. `/readyz`: it can serve requests, and is not shutting down. Source: contract. */
export const healthRoutes: FastifyPluginAsync = async (app) => {
  const options = { logLevel: 'warn', schema: { hide: true } } as const;
  app.get('/healthz', options, () => ({ status: 'ok' }));
  app.get('/readyz', options, async (_request, reply) => {
    if (app.context.isLeaving)
      return reply.code(503).header('retry-after', '5').send({ status: 'stopping' });
    try {
      await sql`select 1`.execute(app.context.db);
      return { status: 'ready' };
    } catch {
      return reply.code(503).header('retry-after', '5').send({ status: 'database unavailable' });
    }
  });
};
