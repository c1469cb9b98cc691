import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { Registry } from 'prom-client';
import { Refusal } from '#domain/errors.ts';
import { isOwnName } from '../config/own-address.ts';
import { hasMetricsKey, hasServiceKey } from '../http/service-key.ts';
import { addMoneyMetrics } from './ledger-metrics.ts';
import { addRequestMetrics } from './request-metrics.ts';
import { addRetentionMetrics } from './retention-metrics.ts';
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
