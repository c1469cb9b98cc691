import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { UserType } from '#domain/profile.ts';
import { problemSchema } from './problems.ts';

export const idParams = z.object({ id: z.guid() });

/** A boolean in a query string. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/**
 * For the most frequent answers: 20 requests take 0.7 ms to be stripped and written, and 0.1 ms as
 * their queries built them, which a test compares with the schema.
 */
export const unstripped = { serializerCompiler: () => JSON.stringify };

const problem = { content: { 'application/problem+json': { schema: problemSchema } } };

/** Who may make a call; `requireAccess` enforces it. Others get 404 for moderators' calls. */
const security = {
  public: undefined,
  'signed-in': [{ bearer: [] }],
  moderator: [{ bearer: ['moderator' satisfies UserType] }],
};

/** A call's answer, or one per content type. */
export type Answer = z.ZodType | { content: Record<string, { schema: z.ZodType }> };

/** A route's options: its schema with what all routes share, a summary, who may call it, how it fails. */
export function describe<Parts extends { response: Record<number, Answer> }>(
  summary: string,
  parts: Parts,
  access: keyof typeof security = 'signed-in',
) {
  const schema = {
    summary,
    ...(security[access] && { security: security[access] }),
    ...parts,
    response: { ...parts.response, '4xx': problem } as Parts['response'],
  };
  return { schema };
}

/** The answers of the routes of `app` have the status that their schema names first. */
export function answerAsDescribed(app: FastifyInstance): void {
  app.addHook('preHandler', (request, reply, done) => {
    const [status = '200'] = Object.keys(request.routeOptions.schema?.response ?? {});
    if (status !== '200') reply.code(Number(status));
    done();
  });
}
