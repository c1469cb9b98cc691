import { z } from 'zod';
import type { DecisionKind } from './decision.ts';
import { BORNE_BY } from './ledger.ts';
import { formatCents } from './money.ts';
import { oneLine } from './text.ts';

// All words in a thread that nobody typed. Stored are the kind and its parameters; they are worded
// when they are shown, so that words, and languages, change here alone.

/** What stands in place of a message that a moderator has hidden. */
export const HIDDEN_MESSAGE_TEXT = 'This message was hidden by a moderator.';

/** What stands in place of a message that its author has deleted. */
export const DELETED_MESSAGE_TEXT = 'This message was deleted.';

const cents = z.int().nonnegative();
/** Its title as it was then: the plan may be another by now. */
const milestone = z.string();
const waits = z
  .boolean()
  .describe('Whether a payment is to be looked at before its money is released');
const ONCE_LOOKED_AT = 'once its payment was looked at';

/** The messages that steps of the plan post. Source: specification 3 and 4.1. */
const steps = {
  plan_approved: says({}, () => '✓ Plan approved'),
  plan_needs_revisions: says({}, () => '✗ Plan needs revisions'),
  milestone_approved: says({ milestone }, (of) => `✓ Milestone approved: ${of.milestone}`),
  milestone_needs_revisions: says(
    { milestone },
    (of) => `✗ Milestone needs revisions: ${of.milestone}`,
  ),
};

/** The same of moderators; without the mark they stand in mails and on their own page too. */
const decisions = {
  report_dismissed: says(
    { goes_on: z.boolean().describe('Whether the request goes on by it') },
    ({ goes_on }) =>
      `✓ A moderator looked into a report and found nothing to object to${goes_on ? '. The request goes on' : ''}`,
  ),
  message_hidden: says({}, () => '✗ A moderator hid a message'),
  request_resumed: says({}, () => '✓ A moderator resumed the request'),
  closed_for_customer: says(
    {},
    () =>
      '✗ A moderator closed the request in the customer’s favor. Money that was held is refunded',
  ),
  closed_for_developer: says(
    { waits },
    (of) =>
      `✓ A moderator closed the request in the unblocker’s favor. Money held for work in review is released${of.waits ? ` ${ONCE_LOOKED_AT}` : ''}`,
  ),
  request_reopened: says(
    {},
    () => '✗ A moderator returned the request to the open list. Money that was held is refunded',
  ),
  milestone_split: says(
    { milestone, released_cents: cents, refunded_cents: cents, waits },
    (of) =>
      `✓ A moderator divided the money held for “${of.milestone}”: ${parts(of)}${of.waits ? `, ${ONCE_LOOKED_AT}` : ''}`,
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
    { milestone, released_cents: cents, refunded_cents: cents },
    (of) =>
      `✓ A moderator looked at the payment for “${of.milestone}”. ${of.released_cents > 0 ? `It goes on: ${parts(of)}` : 'It goes on as usual'}`,
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

const kinds = {
  ...steps,
  ...decisions,
  appeal_granted: says({}, () => '✓ A moderator granted an appeal'),
  appeal_denied: says({}, () => '✗ A moderator denied an appeal'),
};

export type SystemMessageKind = keyof typeof kinds;
export const SYSTEM_MESSAGE_KINDS = Object.keys(kinds) as SystemMessageKind[];

/** What is stored beside a kind. */
export type ParametersOf<Kind extends SystemMessageKind> = z.output<
  (typeof kinds)[Kind]['parameters']
>;

/** @throws ZodError for parameters of another kind; what the kind does not name is left out */
export function parametersOf<Kind extends SystemMessageKind>(
  kind: Kind,
  parameters: ParametersOf<Kind>,
): ParametersOf<Kind> {
  return kinds[kind].parameters.parse(parameters) as ParametersOf<Kind>;
}

/** What a kind says in one line, without the mark with which it stands in a thread. */
export function outcomeOf(kind: SystemMessageKind, parameters: unknown): string {
  return kinds[kind].line(parameters).slice('✓ '.length);
}

/** What is stored of a message's words. */
export interface StoredWords {
  /** Of a system message. */
  kind: SystemMessageKind | null;
  parameters: unknown;
  /** What its author wrote: in a system message the feedback or the reason, if there is one. */
  text: string | null;
  is_hidden: boolean;
  is_deleted: boolean;
}

/** A message as its readers see it. */
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
  const line = kinds[kind].line(parameters);
  return text === null ? line : `${line}\n\n${text}`;
}

function parts({
  released_cents,
  refunded_cents,
}: Record<'released_cents' | 'refunded_cents', number>) {
  const released = `${formatCents(released_cents)} released`;
  return refunded_cents > 0 ? `${released}, ${formatCents(refunded_cents)} refunded` : released;
}

function says<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  words: (parameters: z.output<z.ZodObject<Shape>>) => string,
) {
  const parameters = z.object(shape);
  return { parameters, line: (stored: unknown) => oneLine(words(parameters.parse(stored))) };
}
