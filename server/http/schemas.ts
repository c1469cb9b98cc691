import { z } from 'zod';
import { problemSchema } from './problems.ts';

export const idParams = z.object({ id: z.guid() });

const problem = { content: { 'application/problem+json': { schema: problemSchema } } };

/** A route's schema with what all routes share: a summary, who may call it, how it fails. */
export function describe<Parts extends { response: Record<number, z.ZodType> }>(
  summary: string,
  parts: Parts,
  access: 'signed-in' | 'public' = 'signed-in',
) {
  return {
    summary,
    ...(access === 'signed-in' && { security: [{ bearer: [] }] }),
    ...parts,
    response: { ...parts.response, '4xx': problem } as Parts['response'],
  };
}
