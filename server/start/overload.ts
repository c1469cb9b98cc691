import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/refusals.ts';

/** Requests that may wait for a connection to the database: about a second's work. */
const MAX_WAITING = 500;

/** Streams and browsers that keep theirs open; one process is busy with far fewer. */
const MAX_CONNECTIONS = 10_000;

/** Answered even under overload. */
const FOR_OPERATOR = ['/healthz', '/metrics'];

/** How far apart refusals go out, and how long one is held at most (ms). */
const APART = 1;
const LONGEST_HELD = 5_000;

/**
 * Turns requests away while too many wait already. They would be given up by their callers before
 * it is their turn, and make all others wait as long. The answer is 503 with `Retry-After`. Where there
 * are many, they go out at a pace: thousands who ask again at once would leave no time for those who wait.
 */
export function refuseOverload(app: FastifyInstance): void {
  let next = 0;
  app.addHook('onRequest', (_request, _reply, done) => {
    const { pool, reads } = app.context;
    const waiting = pool.waitingCount + reads.waiting;
    if (waiting <= MAX_WAITING) return done();
    const now = performance.now();
    next = Math.min(Math.max(now, next + APART), now + LONGEST_HELD);
    setTimeout(() => done(new Refusal('unavailable')), next - now);
  });
}

/**
 * Turns requests away that come by a connection too many, and closes it; the balancer has other
 * servers. Far more are not taken at all, so that they cannot fill the memory either.
 */
export function limitConnections(app: FastifyInstance, most = MAX_CONNECTIONS): void {
  const { server } = app;
  server.maxConnections = most + Math.ceil(most / 10);
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  app.addHook('onRequest', (request, reply, done) => {
    const isForOperator = FOR_OPERATOR.includes(request.routeOptions.url ?? '');
    if (open <= most || isForOperator) return done();
    void reply.header('connection', 'close');
    done(new Refusal('unavailable'));
  });
}
