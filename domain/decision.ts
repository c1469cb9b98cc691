import { z } from 'zod';
import { actionsSchema, type Permission, permissionOf } from './actions.ts';
import { APPEAL_DAYS } from './limits.ts';
import { DAY_MS } from './milliseconds.ts';
import { shownMoneySchema } from './record-money-schemas.ts';
import type { RefusalCode } from './refusals.ts';
import { instant, requiredText } from './text.ts';

/** A moderator's reason; both sides read it. */
export const reasonSchema = z.object({ reason: requiredText(2000, 'Please give a reason') });

/** With the amounts that the moderator was shown: if other amounts would move, it is refused. */
export const decisionInputSchema = reasonSchema.extend({
  shown: shownMoneySchema
    .optional()
    .describe('From the preview; 409 money_changed where other amounts would be booked'),
});

interface DecisionRow {
  /** After a moderator's name, for their colleagues. */
  deed: string;
  /** In the audit log. */
  log: string;
  /** About one report, message, payment or dispute alone, not about the request. */
  apart?: true;
}

/** Decisions of moderators about a request, in the past tense. What both sides read is in system-message-texts.ts. */
const table = {
  report_dismissed: { deed: 'dismissed a report', log: 'Dismissed a report', apart: true },
  message_hidden: { deed: 'hid a message', log: 'Hid a message', apart: true },
  request_taken_in: { deed: 'took this in', log: 'Took a request in' },
  request_resumed: { deed: 'resumed this', log: 'Resumed a request' },
  closed_for_customer: { deed: 'closed this', log: 'Closed for the customer' },
  closed_for_developer: { deed: 'closed this', log: 'Closed for the unblocker' },
  request_reopened: { deed: 'returned this to the open list', log: 'Returned to the open list' },
  milestone_split: { deed: 'divided the held money', log: 'Divided held money' },
  money_refunded: { deed: 'refunded released money', log: 'Refunded released money' },
  money_given_back: { deed: 'gave all money back', log: 'Gave all money back' },
  dispute_decided: { deed: 'decided the dispute', log: 'Decided a dispute', apart: true },
  payment_cleared: { deed: 'let the payment go on', log: 'Let a payment go on', apart: true },
  payment_refused: { deed: 'paid the payment back', log: 'Paid a payment back', apart: true },
} as const satisfies Record<string, DecisionRow>;

export type DecisionKind = keyof typeof table;
export const decisionWords: Readonly<Record<DecisionKind, DecisionRow>> = table;
export const DECISION_KINDS = Object.keys(table) as [DecisionKind, ...DecisionKind[]];
/** Those that replace no other decision, and that none replaces. */
export const DECISIONS_APART = DECISION_KINDS.filter((kind) => decisionWords[kind].apart);

export const APPEAL_STATUSES = ['open', 'granted', 'denied'] as const;
export type AppealStatus = (typeof APPEAL_STATUSES)[number];

/** An appeal against words that were hidden. */
export const wordsAppealInputSchema = z.object({
  text: requiredText(2000, 'Please say what you do not agree with'),
});

export const appealInputSchema = z.object({
  text: requiredText(5000, 'Please say what you do not agree with'),
});

const appealSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  created_at: instant,
  status: z.enum(APPEAL_STATUSES),
  answer: z.string().nullable().describe('The moderator’s reason'),
  decided_at: instant.nullable(),
});

/** A decision for one of the two sides. */
export const decisionSchema = z
  .object({
    id: z.uuid(),
    ticket_id: z.uuid(),
    ticket_title: z.string(),
    kind: z.enum(DECISION_KINDS),
    outcome: z.string(),
    reason: z.string(),
    message_id: z.uuid().describe('Its line in the thread'),
    created_at: instant,
    appeal: appealSchema.nullable().describe('My appeal'),
    actions: actionsSchema,
  })
  .meta({ id: 'Decision' });
export type Decision = z.infer<typeof decisionSchema>;

/** Whether a side may appeal: once, in its time, and only while no newer decision has replaced it. */
export function mayAppeal(facts: {
  appealed: boolean;
  /** A newer decision was made about the same request and developer; none of them is apart. */
  replaced: boolean;
  decided_at: Date;
}): RefusalCode | null {
  if (facts.appealed) return 'already_appealed';
  if (facts.replaced) return 'decision_replaced';
  return isInTime(facts.decided_at) ? null : 'appeal_too_late';
}

/** Whether one may still appeal against what was decided then. */
export function isInTime(decidedAt: Date, now = new Date()): boolean {
  return now.getTime() - decidedAt.getTime() <= APPEAL_DAYS * DAY_MS;
}

/** Of hidden words: whether their author may appeal, once and in its time. */
export function mayAppealWords(facts: {
  is_mine: boolean;
  hidden_at: Date | null;
  appealed: boolean;
}): RefusalCode | null {
  if (!facts.is_mine) return 'not_your_part';
  if (facts.appealed) return 'already_appealed';
  if (facts.hidden_at === null) return 'nothing_to_appeal';
  return isInTime(facts.hidden_at) ? null : 'appeal_too_late';
}

/** The same as the API shows it. */
export function appealWordsPermission(facts: Parameters<typeof mayAppealWords>[0]): Permission {
  return permissionOf(mayAppealWords(facts));
}

/** The same of a decision. */
export function appealPermission(facts: Parameters<typeof mayAppeal>[0]): Permission {
  return permissionOf(mayAppeal(facts));
}
