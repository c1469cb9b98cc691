/** What stands in Budget of somebody who cannot judge. */
export const PROPOSE_A_PRICE = 'Not sure, propose a price';

/** What the form suggests; the field takes any words. */
export const BUDGETS = ['$25 first hour', '$50', '$100', PROPOSE_A_PRICE] as const;

/** A number with groups of thousands or a fraction, and a k for thousands: 1,500 or 1.5k. */
const AMOUNT = /(\d{1,3}(?:[,.]\d{3})+(?!\d)|\d+(?:\.\d{1,2})?)\s?(k\b)?/gi;
/** More than this is no price. */
const LARGEST_CENTS = 100_000_000;

/** The largest amount that a budget names, in cents: 20000 for '$100 to $200'; null without one. */
export function budgetCents(budget: string): number | null {
  const amounts = [...budget.matchAll(AMOUNT)].map(([, number = '', k]) => {
    const isGrouped = /[,.]\d{3}/.test(number);
    const value = Number(isGrouped ? number.replace(/[,.]/g, '') : number);
    return Math.round(value * (k ? 100_000 : 100));
  });
  const prices = amounts.filter((cents) => cents > 0 && cents <= LARGEST_CENTS);
  return prices.length > 0 ? Math.max(...prices) : null;
}
