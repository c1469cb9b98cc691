import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { Turns } from '../workers/turns.ts';

/** Packing takes time of the server's own thread, and memory until the answer has gone. */
const turns = new Turns({ atOnce: 12, atOnceEach: 2, waiting: 60, waitingEach: 10 });
const MAX_WAIT_MS = 20_000;

/**
 * Counts a download of code, by a signed link or a call, and waits until it may begin. Its turn ends when
 * the answer has closed.
 * @throws Refusal `too_many_requests`, `unavailable` where it would wait too long
 */
export async function beginDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  person: { id: string },
): Promise<void> {
  await limitCalls(request, reply, { name: 'code_archive', key: person.id });
  const endTurn = await turns.take(person.id, AbortSignal.timeout(MAX_WAIT_MS));
  if (!endTurn) throw new Refusal('unavailable');
  finished(reply.raw, endTurn);
}
