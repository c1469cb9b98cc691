import { z } from 'zod';
import { MAX_MILESTONES } from './milestone.ts';

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

/** The list with one element taken to another place, both counted from 0. */
export function withMoved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items.slice(from, from + 1);
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, ...moved);
}
