import { dollarsToCents } from '#domain/money.ts';

/** Dollars as people type them, `$1,234.50`; null when it is no amount of whole cents. */
export function centsOf(typed: string): number | null {
  const plain = typed.replace(/[\s$,]/g, '');
  return /^\d{1,9}(\.\d{0,2})?$/.test(plain) ? dollarsToCents(Number(plain)) : null;
}

/** What is wrong with an amount that is to be paid out; null when nothing is. */
export function amountProblem(typed: string, availableCents: number): string | null {
  const cents = centsOf(typed);
  if (cents === null || cents === 0) return 'Please give an amount, such as 25.00';
  return cents > availableCents ? 'A payout cannot be more than what is available.' : null;
}
