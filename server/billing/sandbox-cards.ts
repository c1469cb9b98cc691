/** What the sandbox does with a card. Without a number it succeeds. */
export type CardOutcome = 'succeeds' | 'declined' | 'needs_confirmation' | 'delayed' | 'unknown';

/** The usual test cards, and what they are for. */
export const TEST_CARDS: readonly [number: string, outcome: CardOutcome, shown: string][] = [
  ['4242424242424242', 'succeeds', 'succeeds'],
  ['4000000000000002', 'declined', 'is declined'],
  ['4000002500003155', 'needs_confirmation', 'asks you to confirm'],
  ['4000000000000077', 'delayed', 'succeeds after a minute'],
];

export const DELAY_MS = 60_000;

/** Spaces and dashes are how people write card numbers. */
export function cardOutcome(typed: string): CardOutcome {
  const number = typed.replace(/[\s-]/g, '');
  if (number === '') return 'succeeds';
  return TEST_CARDS.find(([known]) => known === number)?.[1] ?? 'unknown';
}
