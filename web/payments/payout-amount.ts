import { centsOf } from '../ui/dollars.ts';

/** Why an amount cannot be paid out; null when it can. */
export function amountProblem(typed: string, availableCents: number): string | null {
  const cents = centsOf(typed);
  if (cents === null || cents === 0) return 'Please give an amount, such as 25.00';
  return cents > availableCents ? 'A payout cannot be more than what is available.' : null;
}
