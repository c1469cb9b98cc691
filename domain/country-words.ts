// Apart from the schemas, which bring Zod.

import { lazily } from './lazily.ts';

const names = lazily(() => new Intl.DisplayNames('en', { type: 'region' }));

export function countryName(code: string): string {
  return names().of(code) ?? code;
}

/** What somebody reads whose country is not served. */
export function notServedWords(country: string): string {
  return `Payouts do not reach ${countryName(country)} yet. You would not be paid for work that you take now.`;
}
