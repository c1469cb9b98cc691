import { notServedWords } from '#domain/country-words.ts';
import { paymentProviders } from '#domain/payment-provider.ts';
import { isServed, type PayoutCountry } from '#domain/payout-country.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { payoutAccount } from './payout-readiness.ts';

type Where = Pick<Context, 'db' | 'config'>;

/** The country that a developer named, if any. */
async function countryOf({ db }: Pick<Where, 'db'>, id: string): Promise<string | null> {
  const { payout_country } = await db
    .selectFrom('profiles')
    .select('payout_country')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return payout_country;
}

/**
 * Where a developer is paid.
 * @throws Refusal `not_your_part`
 */
export async function payoutCountryFor(where: Where, viewer: Viewer): Promise<PayoutCountry> {
  if (viewer.user_type !== 'developer') throw new Refusal('not_your_part');
  const country = await countryOf(where, viewer.id);
  return {
    country,
    currency: 'usd',
    served: country === null ? null : isServed(where.config.payments, country),
    pays_to: [...paymentProviders[where.config.payments].pays_to],
    fixed: (await payoutAccount(where, viewer.id)) !== undefined,
  };
}

/**
 * Stores where a developer is paid, also where that cannot be yet: they read so before any work.
 * @throws Refusal `not_your_part`, `payout_country_fixed`
 */
export async function setPayoutCountry(
  { tx, config }: Change,
  viewer: Viewer,
  country: string,
): Promise<PayoutCountry> {
  const where = { db: tx, config };
  // An account that is being opened has the country that was known before.
  await tx.selectFrom('profiles').select('id').where('id', '=', viewer.id).forUpdate().execute();
  const now = await payoutCountryFor(where, viewer);
  if (now.fixed && now.country !== null && now.country !== country)
    throw new Refusal('payout_country_fixed');
  await tx
    .updateTable('profiles')
    .set({ payout_country: country })
    .where('id', '=', viewer.id)
    .execute();
  return payoutCountryFor(where, viewer);
}

/**
 * Requires that money can reach a developer, as far as is known. Who has not said where is asked by
 * the provider itself.
 * @returns the country
 * @throws Refusal `country_not_served`
 */
export async function requireServed(where: Where, id: string): Promise<string | null> {
  const { payments } = where.config;
  const country = await countryOf(where, id);
  if (country !== null && !isServed(payments, country))
    throw new Refusal('country_not_served', notServedWords(country));
  return country;
}
