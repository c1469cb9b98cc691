import { z } from 'zod';

/** So many earlier requests are looked at, */
export const WAITING_SAMPLE = 20;
/** and with fewer the field is new here: a figure would be chance. */
export const WAITING_LEAST = 10;

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
