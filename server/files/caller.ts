import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals.ts';
import { authenticate } from '../http/authenticate.ts';
import { hasServiceKey } from '../http/service-key.ts';
import type { Viewer } from '../http/viewer.ts';

/** Who calls the file service: a person, or a program of the operator. */
export type Caller = Viewer | 'service';

/**
 * Source: specification 7.5, contract "Service calls".
 * @throws Refusal `no_session`, or why a session does not count
 */
export async function callerOf(request: FastifyRequest): Promise<Caller> {
  if (hasServiceKey(request)) return 'service';
  const viewer = await authenticate(request);
  if (!viewer) throw new Refusal('no_session');
  return viewer;
}
