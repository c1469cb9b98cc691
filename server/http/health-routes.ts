import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** How long a commit may take (ms); waiting for a standby that is gone takes for ever. */
const WRITE_MS = 2000;
/** For so long a commit that passed speaks for others (ms): anybody may ask. */
const SPEAKS_FOR_MS = 1000;
const NO_WRITES = 'writes do not pass';

/** `/healthz`: the process is alive. `/readyz`: it can serve requests, and is not shutting down. Source: contract. */
export const healthRoutes: FastifyPluginAsync = async (app) => {
  const options = { logLevel: 'warn', schema: { hide: true } } as const;
  const { context } = app;
  const problemWithWrites = tryWrites(context.posts.db);
  app.get('/healthz', options, () => ({ status: 'ok' }));
  app.get('/readyz', options, async (_request, reply) => {
    const problem = context.isLeaving ? 'stopping' : await problemWithWrites();
    if (problem === null) return { status: 'ready' };
    return reply.code(503).header('retry-after', '5').send({ status: problem });
  });
};

/**
 * What keeps the database from making changes durable in time; null for nothing. Callers share one
 * try, which writes to the log of the database alone: no row, and nothing to clean up.
 */
function tryWrites(db: Database): () => Promise<string | null> {
  let running: Promise<string | null> | null = null;
  let passedAt = Number.NEGATIVE_INFINITY;
  const tryOnce = async () => {
    const { rows } = await sql`select pg_logical_emit_message(true, 'readyz', '')
      where current_setting('transaction_read_only') = 'off'`.execute(db);
    if (rows.length === 0) return NO_WRITES;
    passedAt = performance.now();
    return null;
  };
  return () => {
    if (performance.now() - passedAt < SPEAKS_FOR_MS) return Promise.resolve(null);
    running ??= tryOnce()
      .catch(() => 'database unavailable')
      .finally(() => {
        running = null;
      });
    return Promise.race([running, sleep(WRITE_MS, NO_WRITES, { ref: false })]);
  };
}
