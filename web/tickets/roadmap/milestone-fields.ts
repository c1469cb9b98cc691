import { z } from 'zod';
import { milestoneInputSchema, TIME_MISSING } from '#domain/milestone.ts';

/** The time is looked at even while other fields are wrong, so that one try shows every problem. */
export const milestoneFormSchema = z.intersection(
  milestoneInputSchema,
  z
    .object({ hours: z.number().optional(), minutes: z.number().optional() })
    .refine(({ hours = 0, minutes = 0 }) => hours * 60 + minutes >= 1, {
      path: ['hours'],
      message: TIME_MISSING,
    }),
);

/** What is typed, and sent as it is. */
export type MilestoneFields = z.input<typeof milestoneInputSchema>;
