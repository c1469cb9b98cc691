import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { sql } from 'kysely';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { RETENTION_MONTHS } from '#domain/limits.ts';
import { DAY_MS } from '#domain/milliseconds.ts';
import { Refusal } from '#domain/refusals.ts';
import { isOwnName } from '../config/own-address.ts';
import { querySeconds } from '../database/query-log.ts';
import { countDamaged, DAMAGES } from '../files/check-files.ts';
import { openStreams } from '../http/open-streams.ts';
import { hasMetricsKey, hasServiceKey } from '../http/service-key.ts';
import type { Context } from '../lifecycle/context.ts';
import { dueTickets, monthsBefore } from '../tickets/removal-due.ts';
import { databaseGauge } from './database-gauge.ts';
import { addMoneyMetrics } from './ledger-metrics.ts';

/** `/metrics` in Prometheus' text format. Source: contract. */
export const metricsRoutes = plugin(async (app) => {
  const registry = new Registry();
  addMoneyMetrics([registry], app.context);
  addRequestMetrics(app, [registry]);
  addWorkMetrics(registry, app.context);
  addFileMetrics([registry], app.context);
  addRetentionMetrics([registry], app.context);
  app.get('/metrics', { logLevel: 'warn', schema: { hide: true } }, async (request, reply) => {
    if (!isOperator(request)) throw new Refusal('not_found');
    const text = await registry.metrics();
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(text);
  });
});

/** Called from this machine, or with a key. Any sign of a proxy means a stranger. */
function isOperator(request: FastifyRequest): boolean {
  if (hasMetricsKey(request) || hasServiceKey(request)) return true;
  const { trustProxy, publicUrl } = request.server.context.config;
  // We serve no TLS ourselves: https means that a proxy is in front.
  if (trustProxy !== false || publicUrl.startsWith('https:')) return false;
  const { headers, raw } = request;
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false;
  return LOOPBACK.test(raw.socket.remoteAddress ?? '') && isOwnName(request.hostname);
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** Headers that proxies and CDNs add. */
const FORWARDED =
  /^(forwarded|via|x-(forwarded|original|real|client|cluster|envoy)-.*|x-(forwarded|proxyuser-ip)|true-client-ip|(cf|fastly|fly)-.*)$/;

/** In seconds; the goal for reads on screens is 60 ms at the 99th percentile. */
const BUCKETS = [0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Response times by route and outcome. Live streams are left out: they end when their reader
 * leaves.
 */
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

/** Read from the database, as the job runs on any server. Alarm on anything but 0. */
function addFileMetrics(registers: Registry[], { db }: Context): void {
  databaseGauge({
    name: 'unblock_files_damaged',
    help: 'Stored files whose bytes are gone or others than those that came; anything but 0 is an alarm',
    labelNames: ['damage'],
    registers,
    read: async () => {
      const found = new Map((await countDamaged(db)).map((one) => [one.damage, one.files]));
      return DAMAGES.map((damage) => [{ damage }, found.get(damage) ?? 0]);
    },
  });
}

/**
 * What the next run of the retention job would delete: a preview. What is late should have gone by the
 * last one: an alarm if that stays above 0 for more than a day. The others come in all the time.
 */
function addRetentionMetrics(registers: Registry[], { db }: Context): void {
  databaseGauge({
    name: 'unblock_retention_due',
    help: `Finished requests that are older than ${RETENTION_MONTHS} months, with their messages and files; late: those due for a day`,
    labelNames: ['what'],
    registers,
    read: async () => {
      const aDayAgo = monthsBefore(new Date(Date.now() - DAY_MS));
      const { requests, messages, files, late } = await dueTickets(db, new Date())
        .select(({ fn }) => fn.countAll<number>().as('requests'))
        .select(({ fn }) =>
          fn.countAll<number>().filterWhere('t.status_since', '<', aDayAgo).as('late'),
        )
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
      return Object.entries({ requests, messages, files, late }).map(([what, count]) => [
        { what },
        count,
      ]);
    },
  });
}

/**
 * What a process has open (connections, queries, streams, memory), and what waits in the database
 * (jobs, mails). Read at each scrape.
 */
function addWorkMetrics(register: Registry, { pool, reads, posts, db }: Context): void {
  collectDefaultMetrics({ register });
  register.registerMetric(querySeconds);
  register.registerMetric(openStreams);
  const registers = [register];
  new Gauge({
    name: 'unblock_database_connections',
    help: 'Of this process: in use, idle, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const sum = (of: (one: pg.Pool) => number) => of(pool) + of(reads.pool) + of(posts.pool);
      this.set(
        { state: 'used' },
        sum(({ totalCount, idleCount }) => totalCount - idleCount),
      );
      this.set(
        { state: 'idle' },
        sum(({ idleCount }) => idleCount),
      );
      const waiting = pool.waitingCount + posts.pool.waitingCount + reads.waiting;
      this.set({ state: 'waiting' }, waiting);
    },
  });
  databaseGauge({
    name: 'unblock_jobs',
    help: 'Jobs that are due; apart from mails those that failed and are tried again, and those given up',
    labelNames: ['state'],
    registers,
    read: async () => {
      const { rows } = await sql<Record<'due' | 'failing' | 'given_up', number>>`select
        count(*) filter (where run_at <= now() and attempts < max_attempts) as due,
        count(*) filter (where last_error is not null and attempts < max_attempts
          and task_identifier <> 'send-mail') as failing,
        count(*) filter (where attempts >= max_attempts and task_identifier <> 'send-mail') as given_up
        from graphile_worker.jobs`.execute(db);
      return Object.entries(rows[0] ?? {}).map(([state, count]) => [{ state }, count]);
    },
  });
  // Those to mailboxes that are gone are given up and stay: no reason for an alarm.
  databaseGauge({
    name: 'unblock_mails',
    help: 'Mails that will be tried, those of them that failed at least once, and those given up',
    labelNames: ['state'],
    registers,
    read: async () => {
      const { rows } = await sql<Record<'waiting' | 'failing' | 'given_up', number>>`select
        count(*) filter (where is_tried) as waiting,
        count(last_error) filter (where is_tried) as failing,
        count(*) filter (where not is_tried) as given_up
        from (select last_error, exists (select from graphile_worker._private_jobs j
            where j.key = 'send-mail:' || mails.id and j.attempts < j.max_attempts) as is_tried
          from mails where words is not null) unsent`.execute(db);
      return Object.entries(rows[0] ?? {}).map(([state, count]) => [{ state }, count]);
    },
  });
}
