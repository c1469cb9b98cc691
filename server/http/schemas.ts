import { z } from 'zod';
import type { UserType } from '#domain/profile.ts';
import { problemSchema } from './problems.ts';

export const idParams = z.object({ id: z.guid() });

/** A yes or no of a query string. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/**
 * For the answers that are read most: 20 requests take 0.7 ms to be stripped and written, and 0.1 to
 * be written as their queries have built them, which a test compares with the schema.
 */
export const unstripped = { serializerCompiler: () => JSON.stringify };

const problem = { content: { 'application/problem+json': { schema: problemSchema } } };

/** Who may make a call; `requireAccess` reads it. To others, moderators' calls are not there. */
const security = {
  public: undefined,
  'signed-in': [{ bearer: [] }],
  moderator: [{ bearer: ['moderator' satisfies UserType] }],
};

/** What a call answers with, or in each form that its reader may ask for. */
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
