import { z } from 'zod';
import { instant } from './text.ts';

/** A mail that could not be sent yet. Its words are not part of it: they may hold a link that signs in. */
export const failedMailSchema = z
  .object({
    id: z.uuid(),
    kind: z.string(),
    recipient: z.string(),
    subject: z.string(),
    created_at: instant,
    tries: z.int(),
    last_error: z.string(),
  })
  .meta({ id: 'FailedMail' });
export type FailedMail = z.infer<typeof failedMailSchema>;
