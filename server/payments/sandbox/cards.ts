/** What the sandbox does with a card. No number: it succeeds. */
export type CardOutcome = 'succeeds' | 'declined' | 'needs_confirmation' | 'delayed' | 'unknown';

/** The only card with a bank's question, whose answer comes without the number. */
export const TO_CONFIRM = '4000002500003155';

/** The usual test cards. Two succeed, as the first-hour price is granted once per card. */
export const TEST_CARDS: readonly [number: string, outcome: CardOutcome, shown: string][] = [
  ['4242424242424242', 'succeeds', 'succeeds'],
  ['5555555555554444', 'succeeds', 'succeeds too'],
  ['4000000000000002', 'declined', 'is declined'],
  [TO_CONFIRM, 'needs_confirmation', 'asks you to confirm'],
  ['4000000000000077', 'delayed', 'succeeds after a minute'],
];

export const DELAY_MS = 60_000;

/** Card numbers are typed with spaces and dashes. */
export function cardNumber(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}

export function cardOutcome(number: string): CardOutcome {
  if (number === '') return 'succeeds';
  return TEST_CARDS.find(([known]) => known === number)?.[1] ?? 'unknown';
}
