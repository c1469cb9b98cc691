import { z } from 'zod';
import { WAITING_LEAST, WAITING_SAMPLE } from './limits.ts';

/** What the customer of an open request can expect, from what has happened alone. */
export const waitingSchema = z
  .object({
    told: z.int().describe('Unblockers of its categories who were told of it'),
    taken: z
      .int()
      .describe(`How many of the last ${WAITING_SAMPLE} requests of its categories were looked at`),
    half_within_minutes: z
      .int()
      .nullable()
      .describe(`Half of them were taken within this time; null for fewer than ${WAITING_LEAST}`),
  })
  .meta({ id: 'Waiting' });
export type Waiting = z.infer<typeof waitingSchema>;
