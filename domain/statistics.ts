import { z } from 'zod';
import { instant } from './text.ts';
import { ticketGroups } from './ticket-status.ts';
import { durationSchema, trackRecordSchema } from './track-record.ts';

/** How many days the statistics cover, and days per bar. */
export const STATISTICS_STEPS = { 30: 1, 90: 7, 365: 7 } as const;
export type StatisticsDays = keyof typeof STATISTICS_STEPS;
export const STATISTICS_DAYS = ['30', '90', '365'] as const;

const stepsSchema = z.object({
  grab: durationSchema.describe('From the request to its first grab'),
  plan: durationSchema.describe('From the grab to the first plan'),
  reply: durationSchema.describe("From the request to the first message of somebody else's"),
  accepted: z.int().describe('Deliveries that customers accepted'),
  sent_back: z.int(),
});

const cents = z.int();

export const REPORT_AGES = ['day', 'three_days', 'week', 'older'] as const;

const minutes = z.number().nullable();

/** Requests of the time that the best fitting unblockers saw first. */
const bestFittingSchema = z.object({
  posted: z.int(),
  taken_by_first: z.int().describe('Grabbed by one of those'),
  taken_by_others: z.int(),
  minutes_to_grab: minutes.describe('Median of those that were grabbed'),
  minutes_to_grab_others: minutes.describe('The same of all other requests'),
});
export type BestFitting = z.infer<typeof bestFittingSchema>;

/** Statistics of the marketplace for moderators; days are UTC. */
export const statisticsSchema = z
  .object({
    days: z.int(),
    step_days: z.int(),
    at: instant,
    periods: z.array(
      stepsSchema.extend({
        from: instant,
        requests: z
          .record(z.enum(ticketGroups.open), z.int())
          .describe('How many had this status at the end of the period'),
        posted: z.int(),
        approved: z.int(),
        rejected: z.int(),
        held_cents: cents.describe('Paid in by customers'),
        released_cents: cents.describe('Earned by developers, fee included'),
        returned_cents: cents.describe('Refunded to customers'),
      }),
    ),
    whole: stepsSchema,
    track: trackRecordSchema.describe('Of all unblockers'),
    best_fitting: bestFittingSchema,
    held_now_cents: cents,
    open_reports: z.array(z.object({ age: z.enum(REPORT_AGES), count: z.int() })),
  })
  .meta({ id: 'Statistics' });
export type Statistics = z.infer<typeof statisticsSchema>;
export type StatisticsPeriod = Statistics['periods'][number];
