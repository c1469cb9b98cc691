/** Schemas about time; separate, so that screens which only show it load without Zod. */
import { z } from 'zod';
import { CLOCK_STATES, clockWords, PAUSE_REASONS } from './clock.ts';
import { SIDES } from './relation.ts';
import { instant } from './text.ts';

/** A pause of a request's time, past or current. ISO 8601, UTC. */
export const pauseSchema = z.object({
  reason: z.enum(PAUSE_REASONS),
  began_at: instant,
  ended_at: instant.nullable(),
});

/** An unanswered question of a side. */
export const questionSchema = z.object({
  asked_by: z.enum(SIDES),
  asked_at: z.iso.datetime(),
});

export const clockSchema = z
  .object({
    state: z.enum(CLOCK_STATES),
    reason: z.enum(Object.keys(clockWords) as [string, ...string[]]).nullable(),
    remaining_minutes: z
      .int()
      .nullable()
      .describe('Of working time: Monday to Friday, UTC. Null while off and once stopped'),
  })
  .meta({ id: 'Clock' });
