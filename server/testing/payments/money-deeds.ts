import type { Fault } from './fake-stripe.ts';

/** What can happen; each number picks one of what there is. */
export interface Step {
  does: (typeof DEEDS)[number];
  which: number;
  other: number;
}

/** The way of a job more often than what ends it, so that walks get far. */
export const DEEDS = [
  ...(['open page', 'open page', 'pay', 'pay', 'pay', 'deliver', 'deliver', 'deliver'] as const),
  ...(['finish', 'finish', 'finish', 'finish', 'finish', 'finish', 'work', 'settle'] as const),
  ...(['pay out', 'dispute', 'close dispute', 'decide dispute', 'refund case', 'split'] as const),
  ...([
    'close',
    'break again',
    'break again',
    'cancel',
    'agree to cancel',
    'agree to cancel',
    'change plan',
    'change plan',
    'money back',
    'look at payment',
    'look at payment',
    'fail payout',
    'fail refund',
    'refund by hand',
    'time',
    'hand over',
    'hand over',
    'new deal',
    'new deal',
  ] as const),
] as const;

/** What the provider does to a call; null: nothing. */
export const FAULTS: readonly (Fault | null)[] = [
  ...([
    null,
    null,
    'error before',
    'error after',
    'rate limited',
    'slow',
    'dropped after',
    'hangs',
    'bad gateway before',
    'bad gateway after',
  ] as const),
];
