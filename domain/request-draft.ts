import { z } from 'zod';
import { instant } from './text.ts';
import { requestShape } from './ticket.ts';

/** As long as an upload that is attached to nothing. */
export const DRAFT_HOURS = 23;
/** Of one person; the oldest makes room. */
export const MAX_DRAFTS = 20;

const draftFileSchema = z.object({
  fileKey: z.string(),
  name: z.string(),
  size: z.int(),
  type: z.string(),
});

/** A request that a program has prepared. Its owner alone posts it, who opens it in the form. */
export const requestDraftSchema = z
  .object({
    id: z.uuid(),
    request: z.object(requestShape),
    files: z.array(draftFileSchema),
    project: draftFileSchema.nullable().describe('An archive of the project'),
    attempts: z.array(draftFileSchema).describe('Sessions with the AI tool'),
    expires_at: instant,
  })
  .meta({ id: 'RequestDraft' });
export type RequestDraft = z.infer<typeof requestDraftSchema>;
