import { BlockList } from 'node:net';
import { sql } from 'kysely';
import { type FirstHourAnswer, type FirstHourRefusal, normalAddress } from '#domain/first-hour.ts';
import type { Config } from '../config/config.ts';
import type { Reader, Tx } from '../database/database.ts';
import { networkOf } from '../http/limits.ts';
import { personHash } from './person-hash.ts';

interface Asked {
  db: Reader;
  config: Pick<Config, 'firstHourKey'>;
}

/**
 * Whether the first-hour price applies to a customer's next payment. It is used up by the first
 * completed checkout of their email address, even if that was refunded since, and by trying a card
 * that has had it.
 */
export async function firstHourOf(
  { db, config }: Asked,
  customerId: string,
): Promise<Exclude<FirstHourAnswer, 'other_milestone' | 'nothing_off'>> {
  const address = await addressHash({ db, config }, customerId);
  const rows = await db
    .selectFrom('checkouts')
    .select([
      sql<boolean>`customer_id is not distinct from ${customerId}::uuid`.as('mine'),
      sql<boolean>`status in ('paid', 'refunded')`.as('paid'),
      'returned_for',
    ])
    .distinct()
    .where((where) =>
      where.or([where('customer_id', '=', customerId), where('address_hash', '=', address)]),
    )
    .execute();
  if (rows.some(({ mine, paid }) => mine && paid)) return 'paid_before';
  if (rows.some(({ paid }) => paid)) return 'address_used';
  return rows.some(({ mine, returned_for }) => mine && returned_for === 'card_used')
    ? 'card_used'
    : 'applies';
}

/** Of a customer's current email address; null once the account is deleted. */
export async function addressHash(
  { db, config }: Asked,
  customerId: string,
): Promise<Buffer | null> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', customerId)
    .executeTakeFirst();
  return user ? personHash(config, 'address', normalAddress(user.email)) : null;
}

/** Of the network that a checkout is opened from; null where that identifies nobody. */
export function networkHash(
  config: Pick<Config, 'firstHourKey'>,
  ip: string | undefined,
): Buffer | null {
  const network = networkOf(ip);
  const isOwn = network === '' || own.check(network.replace('/64', ''), familyOf(network));
  return isOwn ? null : personHash(config, 'network', network);
}

function familyOf(network: string): 'ipv4' | 'ipv6' {
  return network.includes(':') ? 'ipv6' : 'ipv4';
}

/** This machine and private networks: anybody may be behind them. */
const own = new BlockList();
for (const [address, bits, family] of [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  own.addSubnet(address, bits, family);

/** Unique among our advisory locks. */
const FIRST_HOUR_LOCK = 5_482_901;

/**
 * Why a payment at the first-hour price is refunded: somebody else with this address or card has
 * had it. No other first hour is granted until the transaction ends, so of two at once one gets it.
 */
export async function firstHourRefusal(
  tx: Tx,
  { address_hash, card_hash }: { address_hash: Buffer | null; card_hash: Buffer | null },
): Promise<FirstHourRefusal | null> {
  await sql`select pg_advisory_xact_lock(${FIRST_HOUR_LOCK})`.execute(tx);
  const used = await tx
    .selectFrom('checkouts')
    .select(['address_hash', 'card_hash', 'discount_cents'])
    .where('status', 'in', ['paid', 'refunded'])
    .where((where) =>
      where.or([
        where('address_hash', '=', address_hash),
        where.and([where('card_hash', '=', card_hash), where('discount_cents', '>', 0)]),
      ]),
    )
    .execute();
  if (used.length === 0) return null;
  const byAddress = used.some((one) => address_hash && one.address_hash?.equals(address_hash));
  return byAddress ? 'address_used' : 'card_used';
}
