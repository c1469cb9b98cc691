import type { FastifyReply, FastifyRequest } from 'fastify';
import { logAccess } from '../operation/access-log.ts';
import { sayWhenAgain, toRefusal } from './problems.ts';

/**
 * Answers other programs of the operator as they read it: `success`, and under a name of their own
 * what is wrong, all of it in one text.
 */
export function sendServiceFailure(name: 'message' | 'error') {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = toRefusal(error);
    if (refusal.status >= 500) request.log.error({ err: error }, refusal.code);
    logAccess(request, refusal);
    sayWhenAgain(refusal.status, reply);
    const problems = refusal.errors?.map(({ message }) => message).join('; ');
    return reply.code(refusal.status).send({ success: false, [name]: problems || refusal.message });
  };
}
