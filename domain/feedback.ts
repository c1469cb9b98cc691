import { z } from 'zod';
import { SIDES } from './relation.ts';
import { optionalText } from './text.ts';

const RATING_RANGE = 'A rating has 1 to 5 stars';
const FEEDBACK_NEEDED = 'Please provide a rating or feedback (or both).';

/**
 * Rating of a developer by the customer. Source: specification 3 and 5. The unblocker's review of the
 * customer is the same.
 */
export const feedbackInputSchema = z
  .object({
    rating: z
      .int(RATING_RANGE)
      .min(1, RATING_RANGE)
      .max(5, RATING_RANGE)
      .nullish()
      .transform((rating) => rating ?? null),
    feedback: optionalText(5000),
  })
  .refine(({ rating, feedback }) => rating !== null || feedback !== null, {
    path: ['feedback'],
    message: FEEDBACK_NEEDED,
  });

export const feedbackSchema = z
  .object({
    ticket_id: z.uuid(),
    rating: z.int().nullable(),
    feedback: z.string().nullable(),
    feedback_left_by: z.enum(SIDES),
  })
  .meta({ id: 'Feedback' });
export type Feedback = z.infer<typeof feedbackSchema>;
