import { z } from 'zod';

/** What the project of a request is made of, for lists. */
export const projectFactsSchema = z
  .object({
    files: z.int(),
    languages: z.array(z.string()).describe('Largest first'),
    technologies: z.array(z.string()).describe('Frameworks and services'),
    findings: z.int().describe('How much there is to know about it before working on it'),
  })
  .meta({ id: 'ProjectFacts' });
export type ProjectFacts = z.infer<typeof projectFactsSchema>;
