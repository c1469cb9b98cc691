import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { Registry } from 'prom-client';
import { Refusal } from '#domain/errors.ts';
import { addMoneyMetrics } from '../billing/metrics.ts';
import { addRequestMetrics } from '../operation/request-metrics.ts';
import { addWorkMetrics } from '../operation/work-metrics.ts';
import { addRetentionMetrics } from '../retention/metrics.ts';
import { hasServiceKey } from './service-key.ts';

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

/** From this machine itself, or with the key of the operator's programs. */
function isOperator(request: FastifyRequest): boolean {
  if (hasServiceKey(request)) return true;
  const { headers, raw } = request;
  // A proxy on this machine brings strangers along.
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && LOOPBACK.test(raw.socket.remoteAddress ?? '');
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
