import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * How requests stand in the log: by the pattern of their route. Addresses hold links that sign in
 * or open a file, and what people search for; network addresses are in the lines about sign-ins
 * and limits, where they are needed.
 */
export const logSerializers = {
  req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null }),
  res: ({ statusCode }: FastifyReply) => ({ status: statusCode }),
};
