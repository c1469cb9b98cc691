import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals.ts';
import { logEvent } from './event-log.ts';
import { wasAnswered } from './idempotency.ts';
import { type Hits, hitLimit, hitNetwork, LIMITS, type LimitName, networkOf } from './limits.ts';

interface Counted {
  name: LimitName;
  key?: string;
  owner?: string;
}

/**
 * Counts a call for `key`, or else for its network address and network. A repeated call with a known
 * Idempotency-Key of `owner` passes.
 * @throws Refusal `too_many_requests`
 */
export async function limitCalls(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, key, owner = key ?? networkOf(request.ip) }: Counted,
): Promise<void> {
  const { context } = request.server;
  const counting =
    key === undefined ? hitNetwork(context, name, request.ip) : hitLimit(context, name, key);
  const hits = await counting;
  if (TOLD.includes(name)) tellLimit(reply, name, hits);
  if (!hits.over || (await wasAnswered(context.db, request, owner))) return;
  logEvent(request, 'limit_reached', { limit: name });
  void reply.header('retry-after', String(hits.seconds));
  throw new Refusal('too_many_requests', `Too many requests. ${whenAgain(hits.seconds)}`);
}

/** Programs read with each answer how much they may still ask. */
const TOLD: readonly LimitName[] = ['program', 'program_call'];

/** Source: draft-ietf-httpapi-ratelimit-headers-11. */
function tellLimit(reply: FastifyReply, name: LimitName, { left, seconds }: Hits): void {
  if (!Number.isFinite(left)) return;
  const { hits, seconds: window } = LIMITS[name];
  void reply.header('ratelimit-policy', `"${name}";q=${hits};w=${window}`);
  // The database may round a window up.
  const until = Math.min(seconds, window);
  void reply.header('ratelimit', `"${name}";r=${left};t=${until}`);
}

function whenAgain(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
}
