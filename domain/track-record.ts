import { z } from 'zod';

/** How long something took: in the middle, and for the slowest tenth. */
export const durationSchema = z.object({
  count: z.int(),
  median_minutes: z.number().nullable(),
  p90_minutes: z.number().nullable(),
});

/** How often something was so, of how many times it could have been. */
const shareSchema = z.object({ count: z.int(), of: z.int() });

/**
 * How unblockers keep what they promise: one of them, or all, in some time. From records alone, and each
 * figure with what it counts. For moderators, and for public profiles later.
 * Source: product decisions, "A guarantee that is a rule".
 */
export const trackRecordSchema = z
  .object({
    on_time: shareSchema.describe('First deliveries of funded milestones by their due date'),
    first_pass: shareSchema.describe('First deliveries that were approved, of those answered'),
    broke_again: shareSchema.describe('Free repairs, compared with approvals'),
    plan: durationSchema.describe('From the grab to the first plan'),
    answer: durationSchema.describe('From a message of the customer to the next of the unblocker'),
  })
  .meta({ id: 'TrackRecord' });
export type TrackRecord = z.infer<typeof trackRecordSchema>;

/** Over how many days the record of one person is. */
export const TRACK_RECORD_DAYS = 365;
