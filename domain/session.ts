import { z } from 'zod';
import { instant } from './text.ts';

/** A signed-in device. */
export const sessionSchema = z
  .object({
    id: z.uuid(),
    current: z.boolean().describe('The one that asks'),
    user_agent: z.string().nullable(),
    created_at: instant,
    refreshed_at: instant,
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;
