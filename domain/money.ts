/** Money is always whole US cents. Nothing here knows dollars except reading and showing them. */

export const PLATFORM_FEE_PERCENT = 10;
export const FIRST_HOUR_CENTS = 2500;
export const DEFAULT_HOURLY_RATE_CENTS = 5000;
export const HOURLY_RATE_STEP_CENTS = 500;
export const MAX_HOURLY_RATE_CENTS = 100_000;
/** What the payment provider takes at once. Source: Stripe, "Minimum and maximum charge amounts". */
export const MIN_CHARGE_CENTS = 50;
export const MAX_CHARGE_CENTS = 99_999_999;

/**
 * Cost of a milestone in cents: rate (cents per hour) times time (minutes), rounded half up.
 * Source: product decisions, "Money"; specification 9.
 */
export function costCents(hourlyRateCents: number, minutes: number): number {
  // Integer arithmetic throughout: half a cent is exactly 30 sixtieths.
  return Math.floor((hourlyRateCents * minutes + 30) / 60);
}

/** What a released amount (cents) becomes: the platform's fee and the developer's share. */
export function splitFee(grossCents: number): { fee_cents: number; net_cents: number } {
  const fee_cents = Math.floor((grossCents * PLATFORM_FEE_PERCENT + 50) / 100);
  return { fee_cents, net_cents: grossCents - fee_cents };
}

/**
 * What the platform bears of a new customer's first hour, in cents: the first hour costs them $25.
 * A milestone shorter than an hour counts with its whole cost.
 */
export function firstHourDiscountCents(
  hourlyRateCents: number,
  milestoneCostCents: number,
): number {
  return Math.max(0, Math.min(hourlyRateCents, milestoneCostCents) - FIRST_HOUR_CENTS);
}

/** Shows cents as dollars: `$1,234.50`, whole dollars without decimals only when asked for. */
export function formatCents(cents: number, options: { whole?: boolean } = {}): string {
  const whole = options.whole === true && cents % 100 === 0;
  return (whole ? wholeDollars : dollarsAndCents).format(cents / 100);
}

// Made once: making one takes longer than all that a table of amounts does with it.
const inDollars = { style: 'currency', currency: 'USD' } as const;
const dollarsAndCents = new Intl.NumberFormat('en-US', inDollars);
const wholeDollars = new Intl.NumberFormat('en-US', { ...inDollars, minimumFractionDigits: 0 });

/** Dollars, as typed in a form, to cents. Returns null for a fraction of a cent or no finite number. */
export function dollarsToCents(dollars: number): number | null {
  const cents = Math.round(dollars * 100);
  return Number.isSafeInteger(cents) && Math.abs(dollars * 100 - cents) < 1e-6 ? cents : null;
}

/** Cents to the specification's own number (dollars), as in `hourly_rate`. */
export function centsToDollars(cents: number): number {
  return cents / 100;
}
