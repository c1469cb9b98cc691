import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { authenticate } from '../accounts/authenticate.ts';
import type { Viewer } from '../http/viewer.ts';

/** Who calls the file service: a person, or a program of the operator. */
export type Caller = Viewer | 'service';

/**
 * Source: specification 7.5, contract "Service calls".
 * @throws Refusal `no_session`, or why a session does not count
 */
export async function callerOf(request: FastifyRequest): Promise<Caller> {
  const { context } = request.server;
  const { authorization } = request.headers;
  const key = /^key +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (key !== undefined) {
    if (!isSame(key, context.config.serviceApiKey)) throw new Refusal('no_session');
    return 'service';
  }
  const viewer = await authenticate(context, authorization);
  if (!viewer) throw new Refusal('no_session');
  return viewer;
}

/** Takes as long for any two texts. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
