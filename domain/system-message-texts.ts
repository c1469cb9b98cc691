import { z } from 'zod';
import { failedCheckSchema } from './check-schemas.ts';
import type { DecisionKind } from './decision.ts';
import { BORNE_BY } from './ledger.ts';
import { ACCEPTS_AFTER_DAYS } from './limits.ts';
import { formatCents } from './money.ts';
import { tallySchema, tallyWords, versionWords } from './plan-difference.ts';
import { ONCE_LOOKED_AT, sharedWords, splitWords } from './record-money.ts';
import { type SharedMoney, sharedMoneySchema } from './record-money-schemas.ts';
import { oneLine } from './text.ts';
import { HELP_REASONS, helpWords } from './way-out.ts';

// All words of a thread that nobody typed. They are stored as kind and parameters and worded when
// shown, so that words, and languages, change here alone.

/** In place of a message that a moderator has hidden. */
export const HIDDEN_MESSAGE_TEXT = 'This message was hidden by a moderator.';

/** In place of a message that its author has deleted. */
export const DELETED_MESSAGE_TEXT = 'This message was deleted.';

const cents = z.int().nonnegative();
/** Its title at the time, as the plan may have changed. */
const milestone = z.string();
const waits = z.boolean().describe('Whether it is released only once its payment was looked at');
const money = sharedMoneySchema.describe('By the ledger, once it was done');

/** Messages about the plan. Source: specification 3 and 4.1. */
const steps = {
  plan_submitted_again: says(
    { number: z.int(), tally: tallySchema },
    (of) => `→ ${versionWords(of.number, of.tally)}`,
  ),
  change_proposed: says(
    { tally: tallySchema },
    (of) => `→ Proposed a change: ${tallyWords(of.tally)}`,
  ),
  change_agreed: says(
    { number: z.int(), tally: tallySchema },
    (of) => `✓ Agreed to the change. ${versionWords(of.number, of.tally)}`,
  ),
  change_declined: says({}, () => '✗ Declined the change'),
  change_withdrawn: says({}, () => '✗ Withdrew the change'),
  plan_approved: says({}, () => '✓ Plan approved'),
  plan_needs_revisions: says({}, () => '✗ Plan needs revisions'),
  milestone_approved: says({ milestone }, (of) => `✓ Milestone approved: ${of.milestone}`),
  milestone_approved_by_time: says(
    { milestone },
    (of) =>
      `✓ Approved by itself, after ${ACCEPTS_AFTER_DAYS} days without an answer: ${of.milestone}`,
  ),
  deadline_extended: says(
    { milestone, until: z.string() },
    (of) => `→ More time for ${of.milestone}: until ${of.until}`,
  ),
  milestone_needs_revisions: says(
    { milestone, failed: z.array(failedCheckSchema).default([]) },
    (of) => `✗ Milestone needs revisions: ${of.milestone}`,
    (of) =>
      of.failed.map(
        ({ text, note }) => `Does not work: ${text}${note === null ? '' : ` (${note})`}`,
      ),
  ),
};

/** Messages about the guarantee, under the customer's name. */
const guarantee = {
  broke_again: says(
    { milestone, failed: z.array(z.string()).default([]) },
    (of) => `✗ It broke again: ${of.milestone}`,
    (of) => of.failed.map((text) => `Does not work: ${text}`),
  ),
  repair_refunded: says(
    { milestone, refunded_cents: cents },
    (of) =>
      `✗ The free repair of “${of.milestone}” was missed: ${formatCents(of.refunded_cents)} goes back to the customer`,
  ),
};

const proposed = z.array(
  z.object({ milestone_title: milestone, customer_cents: cents, developer_cents: cents }),
);

/** Messages about ways out, under their author's name. */
const waysOut = {
  help_asked: says(
    { reason: z.enum(HELP_REASONS) },
    (of) =>
      `✗ Asked the moderators for help: ${helpWords[of.reason]}. Money that is held stays held`,
  ),
  request_cancelled: says({}, () => '✗ Cancelled the request'),
  repair_cancelled: says({}, () => '✗ Cancelled the free repair: the work stays approved'),
  cancel_asked: says(
    { splits: proposed },
    (of) => `✗ Proposed to cancel: ${splitWords(of.splits)}`,
  ),
  cancel_agreed: says(
    { splits: proposed, waits },
    (of) => `✓ Agreed to cancel: ${splitWords(of.splits)}${of.waits ? `, ${ONCE_LOOKED_AT}` : ''}`,
  ),
  cancel_declined: says({}, () => '✗ Declined to cancel'),
  cancel_withdrawn: says({}, () => '✗ Withdrew the proposal to cancel'),
};

/** Messages of moderators' decisions; without the mark they are in mails and on their own page too. */
const decisions = {
  report_dismissed: says(
    { goes_on: z.boolean().describe('Whether the request goes on by it') },
    ({ goes_on }) =>
      `✓ A moderator looked into a report and found nothing to object to${goes_on ? '. The request goes on' : ''}`,
  ),
  message_hidden: says({}, () => '✗ A moderator hid a message'),
  request_taken_in: says(
    {},
    () => '✗ A moderator took the request in. Money that is held stays held',
  ),
  request_resumed: says({}, () => '✓ A moderator resumed the request'),
  closed_for_customer: says(
    { money },
    (of) => `✗ A moderator closed the request in the customer’s favor${became(of)}`,
  ),
  closed_for_developer: says(
    { money },
    (of) => `✓ A moderator closed the request in the unblocker’s favor${became(of)}`,
  ),
  request_reopened: says(
    { money },
    (of) => `✗ A moderator returned the request to the open list${became(of)}`,
  ),
  milestone_split: says(
    { milestone, money },
    (of) => `✓ A moderator divided the money held for “${of.milestone}”${became(of)}`,
  ),
  money_refunded: says(
    { milestone, refunded_cents: cents },
    (of) =>
      `✗ A moderator refunded ${formatCents(of.refunded_cents)} for “${of.milestone}” to the customer`,
  ),
  money_given_back: says(
    { refunded_cents: cents },
    (of) =>
      `✗ A moderator gave the customer all money of the request back: ${formatCents(of.refunded_cents)}`,
  ),
  dispute_decided: says(
    { milestone: milestone.nullable(), borne_by: z.enum(BORNE_BY) },
    (of) =>
      `✗ A moderator decided who bears the lost dispute over the payment${of.milestone ? ` for “${of.milestone}”` : ''}: ${of.borne_by === 'developer' ? 'the unblocker' : 'Unblock'}`,
  ),
  payment_cleared: says(
    { milestone, money },
    (of) =>
      `✓ A moderator looked at the payment for “${of.milestone}”. It goes on${sharedWords(of.money) === null ? ' as usual' : became(of)}`,
  ),
  payment_refused: says(
    {
      milestone,
      refunded_cents: cents,
      again: z.boolean().describe('Whether the milestone can be paid again'),
    },
    (of) =>
      `✗ A moderator looked at the payment for “${of.milestone}”. It goes back to the customer: ${formatCents(of.refunded_cents)}${of.again ? '. It can be paid again at the usual price' : ''}`,
  ),
} satisfies Record<DecisionKind, unknown>;

/** What moderators have said, under their own name. */
const moderators = {
  ...decisions,
  appeal_granted: says({}, () => '✓ A moderator granted an appeal'),
  appeal_denied: says({}, () => '✗ A moderator denied an appeal'),
  moderator_asked: says(
    { to: z.enum(['both', 'customer', 'developer']) },
    (of) => `→ A moderator asks ${asked[of.to]}`,
  ),
};

const kinds = { ...steps, ...guarantee, ...waysOut, ...moderators };

const asked = {
  both: 'both sides',
  customer: 'the customer',
  developer: 'the unblocker',
} as const;

export type SystemMessageKind = keyof typeof kinds;
export const SYSTEM_MESSAGE_KINDS = Object.keys(kinds) as SystemMessageKind[];

/** Whether moderators have said it. All other kinds are steps, in the name of a side of that time. */
export function isOfModerators(kind: SystemMessageKind | null): boolean {
  return kind !== null && kind in moderators;
}

/** The stored parameters of a kind. */
export type ParametersOf<Kind extends SystemMessageKind> = z.output<
  (typeof kinds)[Kind]['parameters']
>;

/** @throws ZodError for parameters of another kind; unknown ones are dropped */
export function parametersOf<Kind extends SystemMessageKind>(
  kind: Kind,
  parameters: ParametersOf<Kind>,
): ParametersOf<Kind> {
  return kinds[kind].parameters.parse(parameters) as ParametersOf<Kind>;
}

/** A kind in one line, without the mark that threads show. */
export function outcomeOf(kind: SystemMessageKind, parameters: unknown): string {
  return kinds[kind].line(parameters).slice('✓ '.length);
}

/** The stored words of a message. */
export interface StoredWords {
  /** Of a system message. */
  kind: SystemMessageKind | null;
  parameters: unknown;
  /** What the author wrote: in a system message the feedback or reason, if any. */
  text: string | null;
  is_hidden: boolean;
  is_deleted: boolean;
}

/** A message's text for its readers. */
export function messageText({
  kind,
  parameters,
  text,
  is_hidden,
  is_deleted,
}: StoredWords): string {
  if (is_hidden) return HIDDEN_MESSAGE_TEXT;
  if (is_deleted) return DELETED_MESSAGE_TEXT;
  if (kind === null) return text ?? '';
  const { line, points } = kinds[kind];
  return [line(parameters), points(parameters), text].filter(Boolean).join('\n\n');
}

/** What a decision did with the money. */
function became({ money }: { money: SharedMoney }): string {
  const words = sharedWords(money);
  return words === null ? '. No money was held' : `: ${words}`;
}

function says<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  words: (parameters: z.output<z.ZodObject<Shape>>) => string,
  list: (parameters: z.output<z.ZodObject<Shape>>) => string[] = () => [],
) {
  const parameters = z.object(shape);
  return {
    parameters,
    line: (stored: unknown) => oneLine(words(parameters.parse(stored))),
    /** Below the line, in Markdown. */
    points: (stored: unknown) =>
      list(parameters.parse(stored))
        .map((point) => `- ${unmarked(oneLine(point))}`)
        .join('\n'),
  };
}

/** As written, in Markdown. */
function unmarked(text: string): string {
  return text.replace(/[\\`*_[\]<>~|#&]/g, '\\$&');
}
