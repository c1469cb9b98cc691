import { z } from 'zod';
import type { UserType } from '#domain/profile.ts';
import { problemSchema } from './problems.ts';

export const idParams = z.object({ id: z.guid() });

/** A yes or no of a query string. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

const problem = { content: { 'application/problem+json': { schema: problemSchema } } };

/** Who may make a call; `requireAccess` reads it. To others, moderators' calls are not there. */
const security = {
  public: undefined,
  'signed-in': [{ bearer: [] }],
  moderator: [{ bearer: ['moderator' satisfies UserType] }],
};

/** A route's schema with what all routes share: a summary, who may call it, how it fails. */
export function describe<Parts extends { response: Record<number, z.ZodType> }>(
  summary: string,
  parts: Parts,
  access: keyof typeof security = 'signed-in',
) {
  return {
    summary,
    ...(security[access] && { security: security[access] }),
    ...parts,
    response: { ...parts.response, '4xx': problem } as Parts['response'],
  };
}
