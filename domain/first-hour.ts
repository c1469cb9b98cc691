/**
 * The first hour of a new customer costs less, and the platform pays the difference. Once per person,
 * so addresses and cards are compared, and suspicious payments are reviewed. Source: product decisions,
 * "Money".
 */
import { DAY_MS, MINUTE_MS } from './milliseconds.ts';
import { formatCents } from './money.ts';

/** The greatest discount, and the least price of the hour. */
export const FIRST_HOUR_CENTS = 2500;

/**
 * The discount of a new customer's first payment, in cents: at most $25, and only the part of one
 * hour's cost above $25. A shorter milestone counts with its whole cost.
 */
export function firstHourDiscountCents(
  hourlyRateCents: number,
  milestoneCostCents: number,
): number {
  const hourCents = Math.min(hourlyRateCents, milestoneCostCents);
  return Math.max(0, Math.min(FIRST_HOUR_CENTS, hourCents - FIRST_HOUR_CENTS));
}

/** What a new customer pays of a price, where that is less; else null. */
export function firstHourCharge({
  charge_cents,
  discount_cents,
}: {
  charge_cents: number;
  discount_cents: number;
}): string | null {
  if (discount_cents === 0) return null;
  return `You pay ${formatCents(charge_cents)}: the first-hour price takes ${formatCents(discount_cents)} off.`;
}

/** Whether the first-hour price applies to the next payment of a milestone, or why not. */
export const FIRST_HOUR_ANSWERS = [
  'applies',
  'paid_before',
  'address_used',
  'card_used',
  'other_milestone',
  'nothing_off',
] as const;
export type FirstHourAnswer = (typeof FIRST_HOUR_ANSWERS)[number];

/**
 * Why a payment at the first-hour price is refunded: somebody else had that price with the same address
 * or card.
 */
export const FIRST_HOUR_REFUSALS = ['address_used', 'card_used'] as const;
export type FirstHourRefusal = (typeof FIRST_HOUR_REFUSALS)[number];

/** The same for the customer before they pay. */
export const firstHourWords: Record<FirstHourAnswer, string> = {
  applies:
    'The first-hour price applies. It is given once: if your card had it before, this payment is paid back at once and the usual price applies.',
  paid_before: 'The usual price: the first-hour price was for your first payment.',
  address_used:
    'The usual price: the first-hour price was used with this email address before. It is given once.',
  card_used:
    'The usual price: the card that you paid with had the first-hour price before, so that payment was paid back. It is given once.',
  other_milestone: 'The usual price here. The first-hour price goes to what you pay first.',
  nothing_off: 'The usual price: an hour of this costs $25 or less, so nothing is taken off.',
};

/** The same in the mail and on the page after a refunded payment. */
export const firstHourRefusalWords: Record<FirstHourRefusal, string> = {
  address_used:
    'The first-hour price was used with this email address before, so your payment goes back to you. You can pay at the usual price.',
  card_used:
    'This card had the first-hour price before, so your payment goes back to you. You can pay at the usual price.',
};

/** Providers with several spellings of one mailbox: after a plus, and with dots. */
const providers: readonly { domains: readonly string[]; ignores?: RegExp }[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignores: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignores: /[._-]/g },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  { domains: ['fastmail.com'] },
  { domains: ['outlook.com'] },
  { domains: ['hotmail.com'] },
  { domains: ['live.com'] },
  { domains: ['yahoo.com'] },
];

/**
 * An address in a canonical form that recognises a person: lower case, without the aliases of
 * well-known providers.
 */
export function normalAddress(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const provider = providers.find(({ domains }) => domains.includes(domain));
  if (!provider) return address;
  const [mailbox = ''] = local.split('+');
  const known = provider.ignores ? mailbox.replace(provider.ignores, '') : mailbox;
  return `${known}@${provider.domains[0]}`;
}

/** The common pattern of numbered addresses: `ring1@x.test` and `ring.02@x.test` are alike. */
export function addressPattern(email: string): string {
  const address = normalAddress(email);
  const at = address.lastIndexOf('@');
  const letters = address
    .slice(0, at)
    .replace(/\+.*/, '')
    .replace(/[\d._-]/g, '');
  return `${letters}${address.slice(at)}`;
}

/**
 * Why moderators look at a first-hour payment before anything of it is released.
 * - `many`: more first hours than usual for one unblocker within a week.
 * - `refused`: another customer tried its card or address for the same unblocker.
 * - `network`: several of the week's customers pay from one network.
 * - `addresses`: their addresses are alike.
 * - `young`: several paid minutes after their accounts were made.
 * - `rate`: one hour at a high rate.
 */
export const REVIEW_REASONS = ['many', 'refused', 'network', 'addresses', 'young', 'rate'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

export const FIRST_HOUR_WEEK_MS = 7 * DAY_MS;
/** First hours of one unblocker per week without a review. */
export const FIRST_HOURS_A_WEEK = 8;
/**
 * From this number of customers on, a common network, similar addresses or young accounts are
 * suspicious.
 */
export const PATTERN_CUSTOMERS = 4;
/** How long an account is young. */
export const YOUNG_ACCOUNT_MS = 15 * MINUTE_MS;
/** From this rate on, in cents, a milestone of an hour or less is reviewed. */
export const HIGH_RATE_CENTS = 20_000;

/** A first-hour payment of one of an unblocker's customers. */
export interface FirstHourPayment {
  customer_id: string;
  /** Null once the account is deleted. */
  email: string | null;
  account_created_at: Date | null;
  paid_at: Date;
  /** Tells networks apart; null where nothing is known. */
  network: string | null;
  /** Whether its card or address was refused to another customer of the same unblocker. */
  refused: boolean;
  hourly_rate_cents: number;
  estimated_minutes: number;
}

/**
 * Why a first-hour payment is reviewed before its release; empty where it is not.
 * @param week all of the unblocker's first-hour payments of the last seven days, including this one
 */
export function reviewReasons(
  payment: FirstHourPayment,
  week: readonly FirstHourPayment[],
): ReviewReason[] {
  const alike = (same: (other: FirstHourPayment) => boolean) =>
    week.filter(same).length >= PATTERN_CUSTOMERS;
  const { email, network } = payment;
  const pattern = email && addressPattern(email);
  const found: Record<ReviewReason, boolean> = {
    many: week.length > FIRST_HOURS_A_WEEK,
    refused: payment.refused,
    network: network !== null && alike((other) => other.network === network),
    addresses:
      pattern !== null &&
      alike((other) => other.email !== null && addressPattern(other.email) === pattern),
    young: isYoung(payment) && alike(isYoung),
    rate: payment.hourly_rate_cents >= HIGH_RATE_CENTS && payment.estimated_minutes <= 60,
  };
  return REVIEW_REASONS.filter((reason) => found[reason]);
}

function isYoung({ account_created_at: made, paid_at }: FirstHourPayment): boolean {
  return made !== null && paid_at.getTime() - made.getTime() < YOUNG_ACCOUNT_MS;
}
