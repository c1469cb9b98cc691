import { sql } from 'kysely';
import { unsettledDevelopers } from '../ledger/unsettled-developers.ts';
import type { Context } from '../lifecycle/context.ts';
import { runCall, waitsForBank } from './calls.ts';
import { askProvider } from './payments.ts';
import { providerOf } from './providers.ts';
import { settleDeveloper } from './settle.ts';

export interface ReconcileOptions {
  /** Younger things are left alone, as they may still be in progress. */
  olderThanMs: number;
}

const AT_ONCE = 200;

/**
 * Compares what is open with the provider and repairs it: unfinished calls, paid pages that we did
 * not hear about, developers with something to settle. What cannot be repaired becomes a finding.
 */
export async function reconcile(context: Context, options: ReconcileOptions): Promise<void> {
  const before = new Date(Date.now() - options.olderThanMs);
  await each(context, await stuckCalls(context, before), (key) => finishCall(context, key));
  await each(context, await openCheckouts(context, before), (id) => askProvider(context, id));
  await each(context, await developersToSettle(context, before), (id) =>
    settleDeveloper(context, id),
  );
}

/**
 * Makes a planned call; a page that it closes may have been paid just before.
 * @throws ProviderError
 */
export async function finishCall(context: Context, key: string): Promise<void> {
  const call = await runCall(context, key);
  if (call.kind === 'expire' && call.checkout_id !== null)
    await askProvider(context, call.checkout_id);
}

/** Without calls that open pages: only a customer who wants to pay makes those. */
async function stuckCalls({ db }: Context, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('provider_calls')
    .select('key')
    .where('state', '=', 'pending')
    .where('kind', '<>', 'checkout')
    .where('created_at', '<=', before)
    .where(({ not }) => not(waitsForBank))
    .where((where) =>
      where.or([where('leased_until', 'is', null), where('leased_until', '<', new Date())]),
    )
    // Calls that fail again and again do not hold up the others.
    .orderBy('tries')
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ key }) => key);
}

/** The longer a page has been open, the less often it is checked. */
async function openCheckouts({ db }: Context, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select('id')
    .where('status', '=', 'open')
    .where('provider_reference', 'is not', null)
    .where('created_at', '<=', before)
    .where(sql<boolean>`asked_at is null or now() - asked_at >= (now() - created_at) / 10`)
    .orderBy(sql`asked_at nulls first`)
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Developers with something to settle who can be paid. In random order, as some, such as those with disputed
 * money, stay in this list.
 */
async function developersToSettle(context: Context, before: Date): Promise<string[]> {
  const { name, onboards } = providerOf(context);
  const { rows } = await sql<{ id: string }>`
    select id from (${unsettledDevelopers(before)}) unsettled
    where ${!onboards} or exists (select from payout_accounts a
      where a.developer_id = unsettled.id and a.provider = ${name} and a.ready)
    order by random() limit ${AT_ONCE}`.execute(context.db);
  return rows.map(({ id }) => id);
}

/** A failed one is reported and tried again by the next run; the others continue. */
async function each(
  { log }: Context,
  names: string[],
  work: (name: string) => Promise<unknown>,
): Promise<void> {
  for (const name of names) {
    await work(name).catch((error: unknown) =>
      log.warn({ err: error, about: name }, 'the reconciliation could not repair this yet'),
    );
  }
}
