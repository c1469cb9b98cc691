import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';

/**
 * One line for a call that was refused because of who made it: without a session, without the
 * right, or for something that is not there for them. Source: security checklist I2.
 */
export function logAccess(request: FastifyRequest, { status, code }: Refusal): void {
  const { schema, url: route } = request.routeOptions;
  const isHidden = status === 404 && schema?.security !== undefined;
  if (status !== 401 && status !== 403 && !isHidden) return;
  const line = { event: 'access_refused', code, user_id: personBehind(request), ip: request.ip };
  request.log.info({ ...line, route }, 'access: refused');
}

function personBehind({ viewer, claims }: FastifyRequest): string | null {
  if (viewer && !(viewer instanceof Refusal)) return viewer.id;
  return claims?.user_id ?? null;
}
