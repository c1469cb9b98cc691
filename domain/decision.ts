import { z } from 'zod';
import { actionsSchema, type Permission } from './actions.ts';
import { type RefusalCode, refusals } from './errors.ts';
import type { BorneBy } from './ledger.ts';
import { formatCents } from './money.ts';
import { instant, oneLine, requiredText } from './text.ts';

/** Why a moderator does something; both sides read it. */
export const reasonSchema = z.object({ reason: requiredText(2000, 'Please give a reason') });

/** What a moderator decides about a request, in the past tense. */
export const DECISION_KINDS = [
  'report_dismissed',
  'message_hidden',
  'request_resumed',
  'closed_for_customer',
  'closed_for_developer',
  'request_reopened',
  'milestone_split',
  'money_refunded',
  'money_given_back',
  'dispute_decided',
  'payment_cleared',
  'payment_refused',
] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** What the words of some decisions are made of. */
export interface DecisionAbout {
  milestone?: string;
  released_cents?: number;
  refunded_cents?: number;
  /** Of a dismissed report: whether the request goes on by it. */
  goes_on?: boolean;
  /** Of a lost dispute. */
  borne_by?: BorneBy;
  /** Whether a payment is to be looked at before its money is released. */
  waits?: boolean;
  /** Of a payment that goes back: whether the milestone can be paid again. */
  again?: boolean;
}

interface Outcome {
  mark: '✓' | '✗';
  words: (about: Required<DecisionAbout>) => string;
}

const outcomes: Record<DecisionKind, Outcome> = {
  report_dismissed: {
    mark: '✓',
    words: ({ goes_on }) =>
      `A moderator looked into a report and found nothing to object to${goes_on ? '. The request goes on' : ''}`,
  },
  message_hidden: { mark: '✗', words: () => 'A moderator hid a message' },
  request_resumed: { mark: '✓', words: () => 'A moderator resumed the request' },
  closed_for_customer: {
    mark: '✗',
    words: () =>
      'A moderator closed the request in the customer’s favor. Money that was held is refunded',
  },
  closed_for_developer: {
    mark: '✓',
    words: ({ waits }) =>
      `A moderator closed the request in the unblocker’s favor. Money held for work in review is released${waits ? ` ${ONCE_LOOKED_AT}` : ''}`,
  },
  request_reopened: {
    mark: '✗',
    words: () =>
      'A moderator returned the request to the open list. Money that was held is refunded',
  },
  milestone_split: {
    mark: '✓',
    words: ({ milestone, released_cents, refunded_cents, waits }) =>
      `A moderator divided the money held for “${milestone}”: ${divided(released_cents, refunded_cents)}${waits ? `, ${ONCE_LOOKED_AT}` : ''}`,
  },
  money_refunded: {
    mark: '✗',
    words: ({ milestone, refunded_cents }) =>
      `A moderator refunded ${formatCents(refunded_cents)} for “${milestone}” to the customer`,
  },
  money_given_back: {
    mark: '✗',
    words: ({ refunded_cents }) =>
      `A moderator gave the customer all money of the request back: ${formatCents(refunded_cents)}`,
  },
  payment_cleared: {
    mark: '✓',
    words: ({ milestone, released_cents, refunded_cents }) =>
      `A moderator looked at the payment for “${milestone}”. ${released_cents > 0 ? `It goes on: ${divided(released_cents, refunded_cents)}` : 'It goes on as usual'}`,
  },
  payment_refused: {
    mark: '✗',
    words: ({ milestone, refunded_cents, again }) =>
      `A moderator looked at the payment for “${milestone}”. It goes back to the customer: ${formatCents(refunded_cents)}${again ? '. It can be paid again at the usual price' : ''}`,
  },
  dispute_decided: {
    mark: '✗',
    words: ({ milestone, borne_by }) =>
      `A moderator decided who bears the lost dispute over the payment${milestone && ` for “${milestone}”`}: ${borne_by === 'developer' ? 'the unblocker' : 'Unblock'}`,
  },
};

const ONCE_LOOKED_AT = 'once its payment was looked at';

function divided(released_cents: number, refunded_cents: number): string {
  const released = `${formatCents(released_cents)} released`;
  return refunded_cents > 0 ? `${released}, ${formatCents(refunded_cents)} refunded` : released;
}

/** A decision in one line, and the mark with which it stands in the thread. */
export function outcomeOf(kind: DecisionKind, about: DecisionAbout = {}) {
  const { mark, words } = outcomes[kind];
  const milestone = oneLine(about.milestone ?? '');
  const none = {
    released_cents: 0,
    refunded_cents: 0,
    goes_on: false,
    borne_by: 'platform',
    waits: false,
    again: false,
  } as const;
  const whole = { ...none, ...about, milestone };
  return { mark, words: words(whole) };
}

export const APPEAL_STATUSES = ['open', 'granted', 'denied'] as const;
export type AppealStatus = (typeof APPEAL_STATUSES)[number];

export const appealInputSchema = z.object({
  text: requiredText(5000, 'Please say what you do not agree with'),
});

const appealSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  created_at: instant,
  status: z.enum(APPEAL_STATUSES),
  answer: z.string().nullable().describe('Why a moderator decided so'),
  decided_at: instant.nullable(),
});

/** A decision as one of the two sides sees it. */
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
    appeal: appealSchema.nullable().describe('My own answer to it'),
    actions: actionsSchema,
  })
  .meta({ id: 'Decision' });
export type Decision = z.infer<typeof decisionSchema>;

/** May this side answer a decision? Once, and while no newer one has taken its place. */
export function mayAppeal(facts: { appealed: boolean; newest: boolean }): RefusalCode | null {
  if (facts.appealed) return 'already_appealed';
  return facts.newest ? null : 'decision_replaced';
}

/** The same as the API shows it. */
export function appealPermission(facts: Parameters<typeof mayAppeal>[0]): Permission {
  const code = mayAppeal(facts);
  return { allowed: code === null, reason: code && refusals[code][1] };
}
