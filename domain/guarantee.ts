/**
 * The guarantee: each promise to a customer, when it is broken, what follows automatically, and the
 * acts that do it. The public page, the FAQ, dialogs and mails take their words from here; the numbers
 * are those of the rules. Source: product decisions, "A guarantee that is a rule";
 * docs/decisions/0067-the-guarantee.md.
 */
import {
  ACCEPTS_AFTER_DAYS,
  GUARANTEE_DAYS,
  HELD_WAITS_DAYS,
  MISSED_AFTER_DAYS,
  PLAN_RETURNS_HOURS,
  PLAN_WITHIN_HOURS,
  REVIEW_TOLD_DAYS,
  START_WITHIN_HOURS,
} from './limits.ts';

interface Guarantee {
  title: string;
  promise: string;
  /** When it is broken; null where it cannot be. */
  broken: string | null;
  /** What follows then, automatically. */
  follows: string;
  /** The acts in acts.ts that do it. */
  acts: readonly string[];
}

export const MISSED_HOURS = 24 * MISSED_AFTER_DAYS;
/** The customer's choices after a missed date. */
export const MISSED_CHOICES =
  'give it more time, find another unblocker, or have the milestone refunded';
/** Their choices after a missed repair. */
export const REPAIR_MISSED_CHOICES = 'give it more time, or have what broke refunded';
/** What happens to held money while a request waits for another unblocker. */
export const HELD_WAITS = `if nobody takes over and you do not decide, it goes back to you after ${HELD_WAITS_DAYS} days`;

/** In the order in which a request meets them. */
const table = {
  plan: {
    title: 'A plan in time',
    promise: `You have a plan within ${PLAN_WITHIN_HOURS} hours after an unblocker has taken your request.`,
    broken: `${PLAN_WITHIN_HOURS} hours have passed, and there is no plan.`,
    follows: `You can find another unblocker at once. After ${PLAN_RETURNS_HOURS} hours your request goes back to the open list by itself.`,
    acts: ['find-another', 'return-unplanned'],
  },
  start: {
    title: 'A start in time',
    promise: `Work that you have paid for starts within ${START_WITHIN_HOURS} hours.`,
    broken: `${START_WITHIN_HOURS} hours have passed, and nothing was started.`,
    follows: `You can find another unblocker. Your money stays held for the next one; ${HELD_WAITS}.`,
    acts: ['find-another', 'keep-held', 'refund-held'],
  },
  deadline: {
    title: 'Work by its date',
    promise: 'Each milestone that you have paid for has a date by which it is delivered.',
    broken: `The date was missed by ${MISSED_HOURS} hours.`,
    follows: `You choose: ${MISSED_CHOICES}.`,
    acts: ['miss', 'extend', 'find-another', 'refund-missed'],
  },
  checks: {
    title: 'Done when you say so',
    promise: 'A milestone is done when each of its checks works.',
    broken: 'The same check failed in two deliveries.',
    follows: 'You can have that milestone refunded.',
    acts: ['refund-missed'],
  },
  held: {
    title: 'Your money is held',
    promise: 'What you pay is held until you approve the work. Only then is it released.',
    broken: null,
    follows:
      'Nothing is released before the work is approved, unless both sides agree to cancel and to divide it, or a moderator has decided.',
    acts: ['confirm-payment', 'accept'],
  },
  silence: {
    title: 'No approval behind your back',
    promise: `A delivery that you leave alone for ${ACCEPTS_AFTER_DAYS} days is approved by itself. You are told with the delivery, and again after ${REVIEW_TOLD_DAYS.join(' and ')} days.`,
    broken: null,
    follows:
      'It never is while a check failed, while your question or a proposal to cancel is open, or while a moderator looks into it. One press gives you more time.',
    acts: ['accept', 'more-time'],
  },
  repair: {
    title: 'It broke again',
    promise: `For ${GUARANTEE_DAYS} days after you have approved a milestone, what breaks is repaired for nothing.`,
    broken: 'Something that you approved does not work any more.',
    follows:
      'It Broke Again opens a free repair at once. It is due in half the time of the first work.',
    acts: ['broke-again'],
  },
  repair_missed: {
    title: 'A repair in time',
    promise: 'The repair comes by its date.',
    broken: `The repair is ${MISSED_HOURS} hours past its date.`,
    follows: 'You can have the milestone refunded, although its money was released.',
    acts: ['refund-released'],
  },
} as const satisfies Record<string, Guarantee>;

export type GuaranteeName = keyof typeof table;
export const guarantees: Readonly<Record<GuaranteeName, Guarantee>> = table;

/** What breaks a promise, as part of a sentence: "the repair is 48 hours past its date". */
export function brokenWords(name: GuaranteeName): string {
  const words = guarantees[name].broken?.replace(/\.$/, '') ?? '';
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** A promise in one paragraph, for the FAQ, dialogs and mails. */
export function guaranteeWords(name: GuaranteeName): string {
  const { promise, follows } = guarantees[name];
  // A consequence of a broken promise says so; the repair is the promise itself.
  const then = follows.replace(/^You /, `Once ${brokenWords(name)}, you `);
  return `${promise} ${then}`;
}

/** The customer's words on what broke. */
export const BROKE_AGAIN = { missing: 'Please say what broke', max: 5000 } as const;

/** The time for a repair in minutes of work: half of the original work's. */
export function repairMinutes(estimated_minutes: number): number {
  return Math.max(1, Math.ceil(estimated_minutes / 2));
}

/** A milestone's guarantee as facts for the rules. Dates come from the database. */
export function guaranteeFacts(
  { guaranteed_until, repairer_there }: { guaranteed_until: Date | null; repairer_there: boolean },
  now: Date,
): { guaranteed: boolean; repairer_there: boolean } {
  return { guaranteed: guaranteed_until !== null && guaranteed_until > now, repairer_there };
}

/** Whether a milestone is under the guarantee, and its developer is gone. */
export function isLeftAlone(
  work: { guaranteed_until: Date | null; repairer_there: boolean },
  now: Date,
): boolean {
  const { guaranteed, repairer_there } = guaranteeFacts(work, now);
  return guaranteed && !repairer_there;
}
