/**
 * How people leave a request before its plan is done. lifecycle.ts says which act is open to whom.
 * Source: docs/decisions/0054-ways-out.md.
 */
import { z } from 'zod';
import type { Actions } from './actions.ts';
import type { Action } from './acts.ts';
import { type Held, settleLines } from './ledger.ts';
import { MAX_MILESTONES } from './limits.ts';
import { SIDES } from './relation.ts';
import { requiredText } from './text.ts';

/** Why somebody wants a moderator. */
export const HELP_REASONS = [
  'no_answer',
  'quality',
  'scope',
  'payment',
  'conduct',
  'other',
] as const;
export type HelpReason = (typeof HELP_REASONS)[number];

/** `no_agreement`: a proposal to cancel was not answered. */
const WHYS = [...HELP_REASONS, 'no_agreement'] as const;

export const helpWords: Record<(typeof WHYS)[number], string> = {
  no_answer: 'No answer',
  quality: 'Quality of the work',
  scope: 'Scope or price',
  payment: 'Payment',
  conduct: 'Conduct',
  other: 'Something else',
  no_agreement: 'No answer to a proposal to cancel',
};

export const getHelpSchema = z.object({
  reason: z.enum(HELP_REASONS, 'Please choose a reason'),
  text: requiredText(5000, 'Please say what happened'),
});

/** Both stand in a message too, where a moderator may hide them. */
const wordsOfMessage = z.string().nullable().describe('Null where a moderator has hidden it');
const messageOfWords = z.uuid().nullable().describe('The message that says so, if there is one');

/** Why a side brought a request to the moderators. */
export const helpSchema = z.object({
  by: z.enum(SIDES),
  reason: z.enum(WHYS),
  text: wordsOfMessage,
  message_id: messageOfWords,
});
export type Help = z.infer<typeof helpSchema>;

const splitInputSchema = z.object({
  milestone_id: z.guid(),
  released_cents: z.int('Please use whole cents').min(0, 'Please use zero or more'),
  refunded_cents: z.int('Please use whole cents').min(0, 'Please use zero or more'),
});

export const askToCancelSchema = z.object({
  reason: requiredText(2000, 'Please give a reason'),
  splits: z
    .array(splitInputSchema)
    .max(MAX_MILESTONES)
    .refine(
      (all) => new Set(all.map(({ milestone_id }) => milestone_id)).size === all.length,
      'Please name each milestone once',
    )
    .optional()
    .describe('For each milestone with held money; those left out are refunded'),
});
export type AskToCancel = z.output<typeof askToCancelSchema>;

const time = z.iso.datetime();
const cents = z.int();

/** The proposal that was read: one that replaced it is not agreed to unseen. */
export const agreeToCancelSchema = z.object({
  asked_at: time.optional().describe('409 proposal_changed when another was made since'),
});

/** An open proposal to cancel. */
export const cancellationSchema = z.object({
  asked_by: z.enum(SIDES),
  reason: wordsOfMessage,
  message_id: messageOfWords,
  asked_at: time,
  answer_by: time.describe('Then a moderator gets it'),
  splits: z.array(
    z.object({
      milestone_id: z.uuid(),
      milestone_title: z.string(),
      released_cents: cents.describe('Of the price'),
      refunded_cents: cents,
      customer_cents: cents.describe('The customer’s refund'),
      developer_cents: cents.describe('The unblocker’s part less the fee'),
    }),
  ),
});
export type Cancellation = z.infer<typeof cancellationSchema>;

/** What each side gets of a hold when this much is released, in cents. */
export function sharesOf(
  held: Omit<Held, 'held_for'>,
  released_cents: number,
): { customer_cents: number; developer_cents: number } {
  const lines = settleLines({ ...held, held_for: '' }, { released_cents, developer_id: null });
  const of = (account: string) => lines.find((line) => line.account === account)?.amount_cents ?? 0;
  return { customer_cents: of('refunds'), developer_cents: of('developer') };
}

/** How a request ended. */
export const ENDINGS = [
  'accepted',
  'cancelled',
  'agreed',
  'closed_for_customer',
  'closed_for_developer',
  'repair_missed',
  'repair_cancelled',
] as const;
export type Ending = (typeof ENDINGS)[number];

/** Acts by which a person leaves a request, the quickest first. */
const ENDING_ACTS = [
  'cancel',
  'abandon',
  'give-back',
  'refund-held',
  'ask-to-cancel',
  'get-help',
] as const satisfies Action[];

/** The first of these acts that the viewer may do; null where there is none. */
export function endingAct(actions: Actions): Action | null {
  return ENDING_ACTS.find((action) => actions[action]?.allowed) ?? null;
}
