import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '#domain/refusals.ts';
import { sendProblem } from './problems.ts';

/**
 * Answers other programs of the operator with the problem, as everywhere, and beside it as they
 * read it (specification 7.4 and 8): `success`, and under a name of their own all that is wrong,
 * in one text.
 */
export function sendServiceFailure(name: 'message' | 'error') {
  const asTheyRead = ({ errors, message }: Refusal) => ({
    success: false,
    [name]: errors?.map((problem) => problem.message).join('; ') || message,
  });
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendProblem(error, request, reply, asTheyRead);
}
