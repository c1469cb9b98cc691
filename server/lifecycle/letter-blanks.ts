import { isPaid } from '#domain/billing.ts';
import { beginningOf } from '#domain/cut-text.ts';
import { heldCents } from '#domain/handover.ts';
import type { Rule } from '#domain/lifecycle.ts';
import { ACCEPTS_AFTER_DAYS, MAX_QUOTES } from '#domain/limits.ts';
import { DAY_MS } from '#domain/milliseconds.ts';
import { formatCents } from '#domain/money.ts';
import { acceptsItself } from '#domain/notification-rules.ts';
import { tallyOf, tallyWords, versionWords } from '#domain/plan-difference.ts';
import { splitWords } from '#domain/record-money.ts';
import { utcWords } from '#domain/utc-words.ts';
import { type Cancellation, helpWords } from '#domain/way-out.ts';
import type { LetterList } from './change.ts';
import type { LockedCheck } from './checks.ts';
import type { LockedTicket, PlannedMilestone } from './locked.ts';
import type { TakenChange } from './plan-changes.ts';
import type { KeptVersion } from './plan-versions.ts';

interface About {
  /** The proposal to cancel that was open before. */
  answered: Cancellation | null;
  changed: TakenChange | null;
  version: KeptVersion | null;
  milestone: PlannedMilestone | undefined;
  rule: Rule;
  now: Date;
}

/** Mails give an overview; the plan is for reading. */
const LISTED_MILESTONES = 10;
const SHOWN_CHARACTERS = 400;

/** Fills the blanks of letters about a way out, a handover or the plan. */
export function blanksOf(
  { ticket: { help, cancellation, quoted_by }, milestones }: LockedTicket,
  { answered, changed, version, milestone, rule, now }: About,
) {
  const isDelivered = rule.action === 'submit' && isPaid(milestone?.billing ?? null);
  const accepts = new Date(now.getTime() + ACCEPTS_AFTER_DAYS * DAY_MS);
  const isRepair = milestone?.billing === 'free';
  // Only the customer is told.
  const held = heldCents(milestones, 'customer');
  const splits = (cancellation ?? answered)?.splits ?? [];
  return {
    quotes: quotesWords(quoted_by.length),
    reason: help ? helpWords[help.reason] : '',
    split: splitWords(splits),
    left: held > 0 ? formatCents(held) : '',
    accepts: isDelivered ? acceptsItself(utcWords(accepts), { isRepair }) : '',
    plan: version && version.number > 1 ? versionWords(version.number, version.tally) : '',
    change: changed ? tallyWords(tallyOf(changed.differences)) : '',
  };
}

/** 'You have 2 of at most 3 quotes' */
function quotesWords(count: number): string {
  if (count === 0) return 'No quote has come so far';
  return `You have ${count} of at most ${MAX_QUOTES} quotes`;
}

/** What letters list: the milestones of a plan with their checks, those of a delivery, failed ones. */
export function listsOf(
  { milestones }: LockedTicket,
  {
    rule,
    milestone,
    version,
    checkIds = [],
  }: Pick<About, 'rule' | 'milestone' | 'version'> & { checkIds?: readonly string[] | undefined },
): LetterList[] {
  const checks = milestone?.checks ?? [];
  switch (rule.event) {
    case 'plan_submitted': {
      const open = milestones.filter(({ status }) => status !== 'ACCEPTED');
      const more = open.length - LISTED_MILESTONES;
      return [
        ...open.slice(0, LISTED_MILESTONES).map((each) => ({
          ...listOf(each.title, each.checks),
          text: brief(version?.milestones.find(({ id }) => id === each.id)?.description ?? ''),
        })),
        ...(more > 0 ? [listOf(`And ${more} more`, [])] : []),
      ];
    }
    case 'milestone_submitted':
      return [listOf('Done when', checks)];
    case 'broke_again':
      return some(
        'Does not work',
        checks.filter(({ id }) => checkIds.includes(id)),
      );
    case 'failed_refunded':
      return some(
        'Failed twice',
        checks.filter(({ failures }) => failures >= 2),
      );
    default:
      return [];
  }
}

/** The first lines of a description, with … where something was cut. */
function brief(description: string): string {
  if (description.length <= SHOWN_CHARACTERS) return description;
  const lines = beginningOf(description, SHOWN_CHARACTERS).replace(/\n[^\n]*$/, '');
  return `${lines.trimEnd()} …`;
}

const listOf = (title: string, checks: readonly LockedCheck[]): LetterList => {
  return { title, items: checks.map(({ text }) => text) };
};

const some = (title: string, checks: readonly LockedCheck[]): LetterList[] =>
  checks.length > 0 ? [listOf(title, checks)] : [];
