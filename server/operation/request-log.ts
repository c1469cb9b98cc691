import type { FastifyReply, FastifyRequest } from 'fastify';
import { stdSerializers, stdTimeFunctions } from 'pino';

/**
 * How requests stand in the log: by the pattern of their route. Addresses hold links that sign in
 * or open a file, and what people search for; network addresses are in the lines about sign-ins,
 * limits and refusals, where they are needed.
 */
const serializers = {
  req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null }),
  res: ({ statusCode }: FastifyReply) => ({ status: statusCode }),
  err: errorWithoutPeople,
};

/** Lines are JSON, with their time in UTC as ISO 8601. */
export const logOptions = { timestamp: stdTimeFunctions.isoTime, serializers };

/** What says where an error comes from, and nothing of whom it was about. */
const TOLD = ['type', 'code', 'statusCode', 'severity', 'schema', 'table', 'column', 'constraint'];

/**
 * Others write into their errors what they could not take: PostgreSQL a whole row, mail servers
 * the recipient, payment providers the name of a customer.
 */
function errorWithoutPeople(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const all: Record<string, unknown> = { ...stdSerializers.err(error) };
  const told = TOLD.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]);
  return {
    ...Object.fromEntries(told),
    message: withoutAddresses(String(all.message)),
    stack: withoutAddresses(String(all.stack)),
  };
}

/** For texts of others that go into the log. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),:;[\]@]+@[^\s<>"'(),:;[\]@]+/g, '(address)');
}
