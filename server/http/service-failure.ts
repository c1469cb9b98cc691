import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '#domain/refusals.ts';
import { sendProblem } from './problems.ts';

/**
 * Answers the operator's programs with the usual problem and the members that they expect
 * (specification 7.4 and 8): `success`, and one text with all that is wrong, under their own name.
 */
export function sendServiceFailure(name: 'message' | 'error') {
  const asTheyRead = ({ errors, message }: Refusal) => ({
    success: false,
    [name]: errors?.map((problem) => problem.message).join('; ') || message,
  });
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendProblem(error, request, reply, asTheyRead);
}
