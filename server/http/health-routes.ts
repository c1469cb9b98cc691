import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import type { Connections } from '../database/database.ts';

/** How long a commit may take (ms); waiting for a standby that is gone takes for ever. */
const WRITE_MS = 2000;
/** For so long a commit that passed speaks for others (ms): anybody may ask. */
const SPEAKS_FOR_MS = 1000;
const NO_WRITES = 'writes do not pass';

/** `/healthz`: the process is alive. `/readyz`: it can serve requests, and is not shutting down. Source: contract. */
export const healthRoutes: FastifyPluginAsync = async (app) => {
  const options = { logLevel: 'warn', schema: { hide: true } } as const;
  const { context } = app;
  const writesPass = tryWrites(context.posts);
  app.get('/healthz', options, () => ({ status: 'ok' }));
  app.get('/readyz', options, async (_request, reply) => {
    const problem = context.isLeaving ? 'stopping' : await problemWith(context.posts, writesPass);
    if (problem === null) return { status: 'ready' };
    return reply.code(503).header('retry-after', '5').send({ status: problem });
  });
};

/** What keeps the database from making changes durable in time; null for nothing. */
async function problemWith({ db }: Connections, writesPass: () => Promise<boolean>) {
  const look = async () => {
    await sql`select 1`.execute(db);
    return (await writesPass()) ? null : NO_WRITES;
  };
  return Promise.race([
    look().catch(() => 'database unavailable'),
    sleep(WRITE_MS, NO_WRITES, { ref: false }),
  ]);
}

/**
 * Writes something and makes it durable: to the log of the database alone, so there is no row, and
 * nothing to clean up. Callers share one try, and for a moment its success.
 */
function tryWrites({ db }: Connections): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  let passedAt = Number.NEGATIVE_INFINITY;
  const tryOnce = async () => {
    const { rows } = await sql`select pg_logical_emit_message(true, 'readyz', '')
      where current_setting('transaction_read_only') = 'off'`.execute(db);
    if (rows.length > 0) passedAt = performance.now();
    return rows.length > 0;
  };
  return async () => {
    if (performance.now() - passedAt < SPEAKS_FOR_MS) return true;
    running ??= tryOnce().finally(() => {
      running = null;
    });
    return running;
  };
}
