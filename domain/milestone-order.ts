import { z } from 'zod';
import { MAX_MILESTONES } from './limits.ts';

/** The ids of a plan in their new order. */
export const orderInputSchema = z.object({
  ids: z
    .array(
      z.guid('Please name milestones by their ids').transform((id) => id.toLowerCase()),
      'Please send the ids of all milestones',
    )
    .max(MAX_MILESTONES, `A plan has at most ${MAX_MILESTONES} milestones`)
    .refine((ids) => new Set(ids).size === ids.length, 'Please name each milestone once'),
});
