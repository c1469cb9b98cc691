import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { wasAnswered } from '../http/command.ts';
import { logEvent } from '../http/event-log.ts';
import { hitLimit, type LimitName, networkOf } from './limits.ts';

interface Counted {
  name: LimitName;
  key?: string;
  owner?: string;
}

/**
 * Counts a call for its network address, or for `key`; what was answered already under its
 * Idempotency-Key, which is `owner`'s, goes on to that answer.
 * @throws Refusal `too_many_requests`
 */
export async function limitCalls(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, key = networkOf(request.ip), owner = key }: Counted,
): Promise<void> {
  const hits = await hitLimit(request.server.context, name, key);
  if (!hits.over || (await wasAnswered(request, owner))) return;
  logEvent(request, 'limit_reached', { limit: name });
  void reply.header('retry-after', String(hits.seconds));
  throw new Refusal('too_many_requests', `Too many requests. ${whenAgain(hits.seconds)}`);
}

function whenAgain(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
}
