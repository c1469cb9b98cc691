import { z } from 'zod';
import { fileKeySchema } from './file.ts';

const sideSchema = z
  .object({ entry: z.string().describe('Path in the archive'), size: z.number() })
  .nullable();

/** A file that differs between two archives of a project. */
const changedFileSchema = z
  .object({
    path: z.string().describe('Path in the project'),
    kind: z.enum(['added', 'removed', 'changed']),
    before: sideSchema,
    after: sideSchema,
  })
  .meta({ id: 'ChangedFile' });
export type ChangedFile = z.infer<typeof changedFileSchema>;

/** The differences between two archives of a project. */
export const changesSchema = z.object({
  items: z.array(changedFileSchema),
  left_out: z.int().describe('Files of dependencies and build output in the newer archive'),
  is_complete: z.boolean().describe('Whether everything was compared and is listed'),
});
export type Changes = z.infer<typeof changesSchema>;

export const changesQuerySchema = z.object({
  since: fileKeySchema
    .optional()
    .describe('The archive of the same request to compare with; default: its newest other one'),
});
