import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Whether a program of the operator calls: `Authorization: key {key}`. Source: specification 7.4. */
export function hasServiceKey(request: FastifyRequest): boolean {
  const given = /^key +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return isSame(given, request.server.context.config.serviceApiKey);
}

/** Whether monitoring calls: `Authorization: Bearer {METRICS_KEY}`. */
export function hasMetricsKey(request: FastifyRequest): boolean {
  const given = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const { metricsKey } = request.server.context.config;
  return metricsKey !== null && isSame(given, metricsKey);
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
