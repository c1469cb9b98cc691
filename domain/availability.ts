import { z } from 'zod';
import { AWAY_WITHIN_DAYS, FIRST_REQUESTS, MOST_RUNNING } from './limits.ts';
import { DAY_MS } from './milliseconds.ts';
import { instant } from './text.ts';

// When an unblocker takes requests, and how many at a time. What it forbids is in the rulebook.

const AWAY_UNREADABLE = 'Away Until must be a date';
const AWAY_PAST = 'Away Until must not be in the past';
const AWAY_FAR = 'Away Until must be within a year';
const HOW_MANY = `Please choose from 1 to ${MOST_RUNNING}`;

/** A moment with its offset from UTC, or a day, which ends in UTC. */
const awayUntilSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], AWAY_UNREADABLE)
  .transform((text) => new Date(text.length === 10 ? `${text}T23:59:59.999Z` : text))
  .superRefine((until, context) => {
    const message = awayProblem(until, new Date());
    if (message) context.addIssue({ code: 'custom', message });
  });

function awayProblem(until: Date, now: Date): string | null {
  if (until <= now) return AWAY_PAST;
  return until.getTime() > now.getTime() + AWAY_WITHIN_DAYS * DAY_MS ? AWAY_FAR : null;
}

/** What an unblocker chooses. Without `away_until` they are there. Source: contract, "Choosing". */
export const availabilityInputSchema = z.object({
  away_until: awayUntilSchema.nullish().transform((until) => until ?? null),
  max_running: z
    .int(HOW_MANY)
    .min(1, HOW_MANY)
    .max(MOST_RUNNING, HOW_MANY)
    .nullable()
    .describe('How many grabbed requests they take at a time; null for any number'),
});
export type AvailabilityInput = z.output<typeof availabilityInputSchema>;

export const availabilitySchema = z
  .object({
    away_until: instant.nullable().describe('Null for whoever is there'),
    max_running: z.int().nullable(),
    running: z.int().describe('Grabbed requests that count at the moment'),
    first_requests: z
      .int()
      .nullable()
      .describe(`How many of the first ${FIRST_REQUESTS} are finished; null once all are`),
  })
  .meta({ id: 'Availability' });
export type Availability = z.infer<typeof availabilitySchema>;
