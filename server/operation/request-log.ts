import type { FastifyReply, FastifyRequest } from 'fastify';
import { stdSerializers, stdTimeFunctions } from 'pino';

/**
 * Requests are logged by the pattern of their route, as addresses hold sign-in links, links to
 * files and search words. Network addresses are only in the lines about sign-ins, limits and
 * refusals, where they are needed.
 */
const serializers = {
  req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null }),
  res: ({ statusCode }: FastifyReply) => ({ status: statusCode }),
  err: errorWithoutPeople,
};

/** JSON lines, with UTC times in ISO 8601. */
export const logOptions = { timestamp: stdTimeFunctions.isoTime, serializers };

/** Fields that say where an error comes from, and nothing about people. */
const TOLD = ['type', 'code', 'statusCode', 'severity', 'schema', 'table', 'column', 'constraint'];

/**
 * Other programs quote data in their errors: PostgreSQL a whole row, mail servers the recipient,
 * payment providers a customer's name.
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

/** For other programs' texts in the log. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),:;[\]@]+@[^\s<>"'(),:;[\]@]+/g, '(address)');
}
