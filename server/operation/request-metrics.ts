import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/** Seconds; the goal for what screens read is 60 ms for 99 of 100. */
const BUCKETS = [0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long answers take, by route and outcome. A live stream ends when its reader leaves: it is left out. */
export function addRequestMetrics(app: FastifyInstance, registers: Registry[]): void {
  const seconds = new Histogram({
    name: 'unblock_request_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (route !== '/api/live') {
      seconds.observe(
        { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` },
        reply.elapsedTime / 1000,
      );
    }
    done();
  });
}
