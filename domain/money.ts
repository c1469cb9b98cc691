import { lazily } from './lazily.ts';

/** Money is always in whole US cents. Dollars appear only where they are read or shown. */

/** The fee on payments that are held from now on; earlier ones keep theirs. */
export const PLATFORM_FEE_PERCENT = 10;
export const DEFAULT_HOURLY_RATE_CENTS = 5000;
export const HOURLY_RATE_STEP_CENTS = 500;
export const MAX_HOURLY_RATE_CENTS = 100_000;
/** Limits of the payment provider. Source: Stripe, "Minimum and maximum charge amounts". */
export const MIN_CHARGE_CENTS = 50;
export const MAX_CHARGE_CENTS = 99_999_999;

/**
 * Cost of a milestone in cents: rate (cents per hour) times time (minutes), rounded half up.
 * Source: product decisions, "Money"; specification 9.
 */
export function costCents(hourlyRateCents: number, minutes: number): number {
  // Integer arithmetic: half a cent is exactly 30 sixtieths.
  return Math.floor((hourlyRateCents * minutes + 30) / 60);
}

/** The platform's fee on a price that is held now, in cents, half a cent rounded up. */
export function feeCents(priceCents: number): number {
  return percentOf(priceCents, PLATFORM_FEE_PERCENT);
}

function percentOf(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100);
}

/**
 * The fee on a part of a price, in cents, half a cent rounded up: its share of the fee fixed when the
 * price was held.
 */
export function feeOfPart(
  { price_cents, fee_cents }: { price_cents: number; fee_cents: number },
  partCents: number,
): number {
  return Math.floor((2 * partCents * fee_cents + price_cents) / (2 * price_cents));
}

/**
 * The percent to show beside a sum of fees, where it is one for all. Computed from the cents, so that
 * past fees stay right when the percent changes.
 */
export function feeTerm(charges: readonly { cost_cents: number; fee_cents: number }[]): string {
  const [percent, ...others] = new Set(charges.map(feePercent));
  const isOne = others.length === 0 && typeof percent === 'number';
  return isOne ? `${percent}% fee, included` : 'Fee, included';
}

/** Null where no whole percent gives this fee, or several do, as for prices below a dollar. */
function feePercent({ cost_cents, fee_cents }: { cost_cents: number; fee_cents: number }) {
  const percent = Math.round((fee_cents * 100) / cost_cents);
  return cost_cents >= 100 && percentOf(cost_cents, percent) === fee_cents ? percent : null;
}

/** Formats cents as dollars: `$1,234.50`; whole dollars without decimals only on request. */
export function formatCents(cents: number, options: { whole?: boolean } = {}): string {
  const whole = options.whole === true && cents % 100 === 0;
  return (whole ? wholeDollars() : dollarsAndCents()).format(cents / 100);
}

const inDollars = { style: 'currency', currency: 'USD' } as const;
const dollarsAndCents = lazily(() => new Intl.NumberFormat('en-US', inDollars));
const wholeDollars = lazily(
  () => new Intl.NumberFormat('en-US', { ...inDollars, minimumFractionDigits: 0 }),
);

/** Typed dollars as cents. Null for a fraction of a cent or no finite number. */
export function dollarsToCents(dollars: number): number | null {
  const cents = Math.round(dollars * 100);
  return Number.isSafeInteger(cents) && Math.abs(dollars * 100 - cents) < 1e-6 ? cents : null;
}

/** Cents as the specification's dollars, as in `hourly_rate`. */
export function centsToDollars(cents: number): number {
  return cents / 100;
}
