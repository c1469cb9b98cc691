import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { sql } from 'kysely';
import { Histogram, Registry } from 'prom-client';
import { RETENTION_MONTHS } from '#domain/limits.ts';
import { Refusal } from '#domain/refusals.ts';
import { isOwnName } from '../config/own-address.ts';
import { hasMetricsKey, hasServiceKey } from '../http/service-key.ts';
import type { Context } from '../lifecycle/context.ts';
import { dueTickets } from '../tickets/removal-due.ts';
import { databaseGauge } from './database-gauge.ts';
import { addMoneyMetrics } from './ledger-metrics.ts';
import { addWorkMetrics } from './work-metrics.ts';

/** `/metrics` for the operator's monitoring, in Prometheus' text form. Source: contract. */
export const metricsRoutes = plugin(async (app) => {
  const registry = new Registry();
  addMoneyMetrics([registry], app.context);
  addRequestMetrics(app, [registry]);
  addWorkMetrics(registry, app.context);
  addRetentionMetrics([registry], app.context);
  app.get('/metrics', { logLevel: 'warn', schema: { hide: true } }, async (request, reply) => {
    if (!isOperator(request)) throw new Refusal('not_found');
    const text = await registry.metrics();
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(text);
  });
});

/** From this machine itself, or with a key. Any sign of a proxy is a stranger's sign. */
function isOperator(request: FastifyRequest): boolean {
  if (hasMetricsKey(request) || hasServiceKey(request)) return true;
  const { trustProxy, publicUrl } = request.server.context.config;
  // We serve no TLS ourselves: in front of https there is a proxy.
  if (trustProxy !== false || publicUrl.startsWith('https:')) return false;
  const { headers, raw } = request;
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false;
  return LOOPBACK.test(raw.socket.remoteAddress ?? '') && isOwnName(request.hostname);
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** What proxies and content networks add. */
const FORWARDED =
  /^(forwarded|via|x-(forwarded|original|real|client|cluster|envoy)-.*|x-(forwarded|proxyuser-ip)|true-client-ip|(cf|fastly|fly)-.*)$/;

/** Seconds; the goal for what screens read is 60 ms for 99 of 100. */
const BUCKETS = [0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long answers take, by route and outcome. A live stream ends when its reader leaves: it is left out. */
function addRequestMetrics(app: FastifyInstance, registers: Registry[]): void {
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

/**
 * What the next run of the retention job would remove: a look before it happens, and an alarm when
 * it does not (it stays above 0 for more than a day).
 */
function addRetentionMetrics(registers: Registry[], { db }: Context): void {
  databaseGauge({
    name: 'unblock_retention_due',
    help: `Finished requests that are older than ${RETENTION_MONTHS} months, with their messages and files`,
    labelNames: ['what'],
    registers,
    read: async () => {
      const { requests, messages, files } = await dueTickets(db, new Date())
        .select(({ fn }) => fn.countAll<number>().as('requests'))
        .select(
          sql<number>`coalesce(sum((select count(*) from messages where ticket_id = t.id)), 0)::int`.as(
            'messages',
          ),
        )
        .select(
          sql<number>`coalesce(sum((select count(*) from attachments where ticket_id = t.id)), 0)::int`.as(
            'files',
          ),
        )
        .executeTakeFirstOrThrow();
      return Object.entries({ requests, messages, files }).map(([what, count]) => [
        { what },
        count,
      ]);
    },
  });
}
