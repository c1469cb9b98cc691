import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals.ts';
import { logEvent } from './event-log.ts';
import { wasAnswered } from './idempotency.ts';
import { type Hits, hitLimit, hitNetwork, LIMITS, type LimitName, networkOf } from './limits.ts';

interface Counted {
  name: LimitName;
  key?: string;
  owner?: string;
  /** Whether its work is done again although it was answered: then no Idempotency-Key passes. */
  worksAgain?: boolean;
}

/** What is sent again is read and compared at least: so many times its limit, and it is refused too. */
const MOST_AGAIN = 2;

const uncounted = new AsyncLocalStorage<true>();

/** Makes calls within this process that no limit refuses, such as those that take back what was begun. */
export function withoutLimits<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  return uncounted.run(true, act);
}

/**
 * Counts a call for `key`, or else for its network address and network. A call that was answered under its
 * Idempotency-Key of `owner` passes, until that has been sent as often again as the limit allows.
 * @throws Refusal `too_many_requests`
 */
export async function limitCalls(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, key, owner = key ?? networkOf(request.ip), worksAgain = false }: Counted,
): Promise<void> {
  if (uncounted.getStore()) return;
  const { context } = request.server;
  const counting =
    key === undefined ? hitNetwork(context, name, request.ip) : hitLimit(context, name, key);
  const hits = await counting;
  if (TOLD.includes(name)) tellLimit(reply, name, hits);
  if (!hits.over) return;
  const mayPass = !worksAgain && hits.share <= MOST_AGAIN;
  if (mayPass && (await wasAnswered(context.db, request, owner))) return;
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
