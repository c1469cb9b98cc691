import type { FastifyRequest } from 'fastify';
import { logEvent } from './audit-log.ts';
import { AuthRefusal } from './auth-error.ts';
import { hitLimit, networkOf } from './limits.ts';

type CallerLimit = 'signup' | 'recover' | 'resend' | 'update_user' | 'verify' | 'token';

/**
 * Counts this request for its network address.
 * @throws AuthRefusal `over_request_rate_limit`
 */
export async function limitCaller(request: FastifyRequest, name: CallerLimit): Promise<void> {
  const hits = await hitLimit(request.server.context, name, networkOf(request.ip));
  if (!hits.over) return;
  logEvent(request, 'limit_reached', { limit: name });
  throw new AuthRefusal('over_request_rate_limit', undefined, { retryAfter: hits.seconds });
}
