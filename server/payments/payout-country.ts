import { notServedWords } from '#domain/country-words.ts';
import { paymentProviders } from '#domain/payment-provider.ts';
import { isServed, type PayoutCountry } from '#domain/payout-country.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Tx } from '../database/database.ts';
import type { CallRequest, PaidDeveloper } from '../database/provider-calls.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { lockPerson } from '../lifecycle/locked.ts';
import { accountCalls, payoutAccount } from './payout-readiness.ts';

type Where = Pick<Context, 'db' | 'config'>;

/** The country that a developer named, if any. */
export async function countryOf({ db }: Pick<Where, 'db'>, id: string): Promise<string | null> {
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
  const served = country === null ? null : isServed(where.config.payments, country);
  return {
    country,
    currency: 'usd',
    served,
    pays_to: [...paymentProviders[where.config.payments].pays_to],
    // No account was ever opened in a country that is not served: it is a slip.
    fixed: served !== false && (await isAtProvider(where, viewer.id)),
  };
}

/** Whether there is an account, or the provider may have opened one. */
async function isAtProvider(where: Where, id: string): Promise<boolean> {
  if (await payoutAccount(where, id)) return true;
  const call = await accountCalls(where, id).executeTakeFirst();
  return call?.state === 'pending' && call.tries > 0;
}

/**
 * Stores where a developer is paid, also where that cannot be yet: they read so before any work.
 * @throws Refusal `not_your_part`, `payout_country_fixed`, `country_not_served`
 */
export async function setPayoutCountry(
  { tx, config }: Change,
  viewer: Viewer,
  country: string,
): Promise<PayoutCountry> {
  const where = { db: tx, config };
  await lockPerson(tx, viewer.id);
  // Locked, so that the provider is not asked meanwhile.
  const call = await accountCalls(where, viewer.id).forUpdate().executeTakeFirst();
  const now = await payoutCountryFor(where, viewer);
  if (now.fixed && now.country !== null && now.country !== country)
    throw new Refusal('payout_country_fixed');
  const arrives = (await payoutAccount(where, viewer.id))?.ready === true;
  if (arrives && !isServed(config.payments, country))
    throw new Refusal('country_not_served', notServedWords(country));
  await tx
    .updateTable('profiles')
    .set({ payout_country: country })
    .where('id', '=', viewer.id)
    .execute();
  if (call?.state === 'pending' && call.tries === 0)
    await tellCountry(tx, call.key, { id: viewer.id, country });
  return payoutCountryFor(where, viewer);
}

/** Changes what the provider will hear once it is asked. */
async function tellCountry(tx: Tx, key: string, developer: PaidDeveloper): Promise<void> {
  const request: CallRequest = { kind: 'account', developer };
  await tx
    .updateTable('provider_calls')
    .set({ request: JSON.stringify(request) })
    .where('key', '=', key)
    .execute();
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
