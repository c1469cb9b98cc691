/** Submitted plans, with their answers. */
import { z } from 'zod';
import { differenceSchema, milestoneSnapshotSchema, tallySchema } from './plan-difference.ts';
import { SIDES } from './relation.ts';
import { instant } from './text.ts';

export const VERSION_OUTCOMES = ['approved', 'changes_requested', 'withdrawn'] as const;
export type VersionOutcome = (typeof VERSION_OUTCOMES)[number];

export const planVersionSchema = z
  .object({
    number: z.int(),
    submitted_at: instant,
    by: z.enum(SIDES).describe('The customer’s own is a change they proposed'),
    by_name: z.string().nullable().describe('Null where it was an earlier unblocker’s'),
    change_id: z.uuid().nullable().describe('The change by which it came about, once agreed to'),
    milestones: z.array(milestoneSnapshotSchema),
    total_minutes: z.int(),
    total_cents: z.int(),
    outcome: z.enum(VERSION_OUTCOMES).nullable().describe('Null while it waits for its review'),
    decided_at: instant.nullable(),
    words: z
      .string()
      .nullable()
      .describe('What the customer wants changed; of the pairing in which it was said'),
    changes: z.array(differenceSchema).describe('Against the plan before; empty for the first'),
    tally: tallySchema,
  })
  .meta({ id: 'PlanVersion' });
export type PlanVersion = z.infer<typeof planVersionSchema>;

/** In the reader's words. */
export const outcomeWords: Record<VersionOutcome, string> = {
  approved: 'Approved',
  changes_requested: 'Changes requested',
  withdrawn: 'Withdrawn',
};
