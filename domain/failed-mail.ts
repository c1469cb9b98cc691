import { z } from 'zod';
import { instant } from './text.ts';

/** An unsent mail. Without its words, which may contain a sign-in link. */
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
