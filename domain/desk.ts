/** The moderators' desk: requests that need help are cases, which a moderator takes and decides. */
import { z } from 'zod';
import { actionsSchema, type Permission, permissionOf } from './actions.ts';
import { HELP_KINDS } from './case-queue.ts';
import type { RefusalCode } from './refusals.ts';
import { instant, requiredText } from './text.ts';
import { TICKET_STATUSES, type TicketStatus } from './ticket-status.ts';
import { trackRecordSchema } from './track-record.ts';

/** Why a request needs help, in the words of the person who asked. */
export const helpSchema = z.object({
  kind: z.enum(HELP_KINDS),
  by: z
    .object({ full_name: z.string(), side: z.enum(['customer', 'developer', 'moderator']) })
    .nullable()
    .describe('Null without a person, such as after a suspension'),
  reason: z.string().nullable().describe('Chosen by the person who asked'),
  words: z
    .string()
    .nullable()
    .describe('The reported message, what was written, or the reason of a moderator'),
  reported: z
    .string()
    .nullable()
    .describe('The oldest open report’s message, where the request is here for something else'),
});
export type Help = z.infer<typeof helpSchema>;

/** The moderator who has taken a case. */
export const takerSchema = z.object({ id: z.uuid(), full_name: z.string(), since: instant });
export type Taker = z.infer<typeof takerSchema>;

/** What can change about a case while somebody has it open; reading it is not logged. */
export const caseSchema = z
  .object({
    ticket_id: z.uuid(),
    status: z.enum(TICKET_STATUSES),
    taken_by: takerSchema.nullable(),
    asked_at: instant.nullable().describe('A question to both sides that neither has answered'),
    decisions: z.int().describe('How many there are'),
    newest: z
      .object({
        by: z.object({ id: z.uuid(), full_name: z.string() }),
        did: z.string(),
        at: instant,
      })
      .nullable()
      .describe('The newest decision: `did` is what its moderator did, as in "closed this"'),
    actions: actionsSchema,
  })
  .meta({ id: 'Case' });
export type Case = z.infer<typeof caseSchema>;

export const takeSchema = z.object({
  instead_of: z.guid().optional().describe('The colleague who has it now'),
});
export const handOverSchema = z.object({
  moderator_id: z.guid('Please choose a colleague'),
});

const MAX_QUESTION_LENGTH = 2000;
/** Whom a question is for. Both sides read it either way: there are no private questions. */
export const QUESTION_FOR = ['both', 'customer', 'developer'] as const;
export const questionSchema = z.object({
  to: z.enum(QUESTION_FOR).default('both'),
  text: requiredText(MAX_QUESTION_LENGTH, 'Please write what you want to know'),
});
export type Question = z.output<typeof questionSchema>;

/** Facts for handing a case on. */
export interface Taking {
  status: TicketStatus;
  /** The moderator of the case. */
  moderator_id: string | null;
  /** The asking moderator. */
  me: string;
}

/** Why a moderator may not take a case, hand it over or let it go; null when they may. */
export function whyNotHandle(
  act: 'take' | 'hand-over' | 'let-go',
  { status, moderator_id, me }: Taking,
): RefusalCode | null {
  if (status !== 'REQUIRES_MOD_ASSISTANCE') return 'no_case';
  if (act === 'let-go') return moderator_id === me ? null : 'case_not_yours';
  return moderator_id === null || moderator_id === me ? null : 'case_taken';
}

export function handling(act: Parameters<typeof whyNotHandle>[0], taking: Taking): Permission {
  return permissionOf(whyNotHandle(act, taking));
}

export const MAX_SAVED_REPLIES = 200;

/** A reply that moderators share. */
export const savedReplyInputSchema = z.object({
  title: requiredText(80, 'Please give it a name'),
  text: requiredText(2000, 'Please write the text'),
});
export type SavedReplyInput = z.output<typeof savedReplyInputSchema>;

export const savedReplySchema = z
  .object({ id: z.uuid(), title: z.string(), text: z.string(), updated_at: instant })
  .meta({ id: 'SavedReply' });
export type SavedReply = z.infer<typeof savedReplySchema>;

/** A person's record, for the side panel of a case. */
export const recordSchema = z.object({
  since: instant,
  requests: z.object({ running: z.int(), finished: z.int() }),
  accepted: z.int().describe('Milestones that were approved, on their side'),
  reports: z
    .object({ open: z.int(), dismissed: z.int(), hidden: z.int(), closed: z.int() })
    .describe('About their messages, by outcome'),
  refunds: z.int().describe('Paid milestones with a refund'),
  chargebacks: z.int().describe('Payments that a bank disputed'),
  suspensions: z.int(),
  track: trackRecordSchema.nullable().describe('Of an unblocker, over the last year'),
});
export type PersonRecord = z.infer<typeof recordSchema>;
