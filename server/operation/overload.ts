import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';

/** Requests that may wait for a connection to the database: about a second's work. */
const MAX_WAITING = 500;

/**
 * Turns requests away while too many wait already. They would be given up by their callers before
 * it is their turn, and make all others wait as long. The answer is 503 with `Retry-After`.
 */
export function refuseOverload(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    const { waitingCount } = app.context.pool;
    done(waitingCount > MAX_WAITING ? new Refusal('unavailable') : undefined);
  });
}
