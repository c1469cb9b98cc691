import type { FastifyReply, FastifyRequest } from 'fastify';
import { stdTimeFunctions } from 'pino';

/**
 * How requests stand in the log: by the pattern of their route. Addresses hold links that sign in
 * or open a file, and what people search for; network addresses are in the lines about sign-ins,
 * limits and refusals, where they are needed.
 */
const serializers = {
  req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null }),
  res: ({ statusCode }: FastifyReply) => ({ status: statusCode }),
};

/** Lines are JSON, with their time in UTC as ISO 8601. */
export const logOptions = { timestamp: stdTimeFunctions.isoTime, serializers };
