/** A change of an approved plan: one side proposes it, the other answers. */
import { z } from 'zod';
import { type BillingStatus, isPaid } from './billing.ts';
import { MAX_MILESTONES } from './limits.ts';
import { milestoneInputSchema, milestonePatchSchema } from './milestone.ts';
import type { MilestoneStatus } from './milestone-status.ts';
import { differenceSchema, tallySchema } from './plan-difference.ts';
import type { RefusalCode } from './refusals.ts';
import { SIDES } from './relation.ts';
import { instant, requiredText } from './text.ts';

const milestoneId = z
  .guid('Please name milestones by their ids')
  .transform((id) => id.toLowerCase());
const many = `A plan has at most ${MAX_MILESTONES} milestones`;

export const changeInputSchema = z
  .object({
    reason: requiredText(2000, 'Please give a reason'),
    add: z.array(milestoneInputSchema).max(MAX_MILESTONES, many).default([]),
    alter: z
      .array(milestonePatchSchema.extend({ id: milestoneId }))
      .max(MAX_MILESTONES, many)
      .default([])
      .describe('For unpaid milestones; missing fields stay'),
    drop: z
      .array(milestoneId)
      .max(MAX_MILESTONES, many)
      .default([])
      .describe('Their held money is refunded'),
  })
  .superRefine(({ add, alter, drop }, context) => {
    const named = [...alter.map(({ id }) => id), ...drop];
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (add.length + named.length === 0) problem('add', NOTHING_CHANGED);
    if (new Set(named).size < named.length) problem('drop', 'Please name each milestone once');
    if (add.some(({ file_attachments }) => file_attachments?.length))
      problem('add', 'Please send files in the discussion');
    if (alter.some((each) => each.file_attachments?.length || each.removed_files?.length))
      problem('alter', 'Please send files in the discussion');
  });
export type ChangeInput = z.output<typeof changeInputSchema>;

export const NOTHING_CHANGED = 'Please change something';

/** A milestone, as far as a change may touch it. */
interface Touched {
  status: MilestoneStatus;
  billing: BillingStatus | null;
  awarded_cents: number | null;
  /** Something was delivered for it. */
  delivered: boolean;
}

/**
 * Why a change can neither alter nor drop a milestone; null where it can. Paid ones can only be
 * dropped, and delivered ones only altered, so that their history stays visible.
 */
export function whyFixed(
  { status, billing, awarded_cents, delivered }: Touched,
  how: 'alter' | 'drop',
): RefusalCode | null {
  const isDecided = billing === 'released' || awarded_cents !== null;
  if (status === 'ACCEPTED' || status === 'IN_REVIEW' || isDecided) return 'milestone_fixed';
  if (how === 'drop') return delivered ? 'milestone_fixed' : null;
  if (isPaid(billing)) return 'milestone_already_paid';
  return billing === 'unpaid' ? null : 'milestone_refunded';
}

/** The open change, as part of its request. */
export const openChangeSchema = z.object({
  id: z.uuid(),
  asked_by: z.enum(SIDES),
  asked_at: z.iso.datetime(),
  answer_by: z.iso.datetime().describe('Then it lapses'),
});
export type OpenChange = z.infer<typeof openChangeSchema>;

export const CHANGE_OUTCOMES = ['agreed', 'declined', 'withdrawn', 'lapsed'] as const;
export type ChangeOutcome = (typeof CHANGE_OUTCOMES)[number];

export const planChangeSchema = z
  .object({
    id: z.uuid(),
    asked_by: z.enum(SIDES),
    asked_at: instant,
    reason: z.string().nullable().describe('Null where a moderator has hidden it'),
    changes: z.array(differenceSchema),
    tally: tallySchema,
    done_by: z
      .object({ before: instant.nullable(), after: instant.nullable() })
      .nullable()
      .describe('While it is open: when the whole plan will be done, without and with it'),
    outcome: z.enum(CHANGE_OUTCOMES).nullable().describe('Null while it waits for an answer'),
    decided_at: instant.nullable(),
  })
  .meta({ id: 'PlanChange' });
export type PlanChange = z.infer<typeof planChangeSchema>;
