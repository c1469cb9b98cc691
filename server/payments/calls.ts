import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { enqueueJob } from '../database/enqueue.ts';
import type { CallRequest } from '../database/provider-calls.ts';
import { lockRecord } from '../ledger/records.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { bookCall, bookFailure, type Call } from './call-effects.ts';
import { reportGone, stopPaying } from './payout-readiness.ts';
import { AccountGone, type Moved, type PaymentProvider, ProviderError } from './provider.ts';
import { providerNamed } from './providers.ts';

/** Longer than any call takes, with its retries. */
const LEASE_MS = 120_000;
/** Providers keep idempotency keys for a day; after this time ours is not used again. */
const KEY_LIVES_MS = 20 * 3_600_000;
/** Calls with an old key have ended after this time, so that another key can be used. */
const QUIET_MS = 3_600_000;
const MAX_TURNS = 40;
const TURN_MS = 250;

interface Planned {
  key: string;
  provider: string;
  request: CallRequest;
  checkout_id?: string;
  billing_record_id?: string;
  developer_id?: string;
  payout_id?: string;
}

/**
 * Stores a planned call to the provider, within the transaction that makes it necessary. Planning a
 * key twice is the same as once.
 */
export async function planCall({ tx }: Change, { request, ...call }: Planned): Promise<void> {
  await tx
    .insertInto('provider_calls')
    .values({
      ...call,
      kind: request.kind,
      amount_cents: 'amount_cents' in request ? request.amount_cents : null,
      request: JSON.stringify(request),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** The same, with a job that makes the call after the commit. */
export async function planCallByJob(change: Change, call: Planned): Promise<void> {
  await planCall(change, call);
  await enqueueJob(change.tx, 'provider-call', { key: call.key });
}

/**
 * Makes a planned call, and books what the provider did. It can be repeated, also after a crash at
 * any point: the key is the same, and the result is booked once.
 * @returns the call as it is now: still `pending` while another server makes it
 * @throws ProviderError when it failed; it is tried again unless `refused`
 */
export async function runCall(context: Context, key: string): Promise<Call> {
  const call = await takeTurn(context, key);
  if (!call) return readCall(context, key);
  const provider = providerNamed(context, call.provider);
  let moved: Moved & { url?: string };
  try {
    moved = (await findFirst(context, provider, call)) ?? (await ask(provider, call));
  } catch (error) {
    await keepFailure(context, call, error);
    throw error;
  }
  return keepSuccess(context, call, moved);
}

/**
 * The same for a caller who waits for the answer: one of several makes the call, the others wait
 * for its result.
 * @returns the call, `pending` only when the other one did not finish within ten seconds
 * @throws ProviderError
 */
export async function runCallTogether(context: Context, key: string): Promise<Call> {
  for (let turn = 1; ; turn++) {
    const call = await runCall(context, key);
    if (call.state !== 'pending' || turn === MAX_TURNS) return call;
    await sleep(TURN_MS);
  }
}

/**
 * A refund of a payment that a bank has taken: the provider makes none until that is decided. Not one that may
 * have been made before.
 */
export const waitsForBank = sql<boolean>`(provider_calls.kind = 'refund'
  and provider_calls.keyed_at is null and not provider_calls.unclear
  and exists (select from disputes d join ledger_entries e on e.key = 'dispute:' || d.reference
    where d.billing_record_id = provider_calls.billing_record_id
      and d.checkout_id = provider_calls.checkout_id and d.state = 'open'))`;

/** Null when there is nothing to do, or not yet, or when somebody does it already. */
async function takeTurn({ db }: Context, key: string): Promise<Call | null> {
  const now = Date.now();
  const taken = await db
    .updateTable('provider_calls')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      keyed_at: eb.fn.coalesce('keyed_at', eb.val(new Date(now))),
      leased_until: new Date(now + LEASE_MS),
    }))
    .where('key', '=', key)
    .where('state', '=', 'pending')
    .where((where) =>
      where.or([where('leased_until', 'is', null), where('leased_until', '<', new Date(now))]),
    )
    .where(({ not }) => not(waitsForBank))
    .returningAll()
    .executeTakeFirst();
  return taken ?? null;
}

function readCall({ db }: Context, key: string): Promise<Call> {
  return db
    .selectFrom('provider_calls')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}

/**
 * When an earlier try may have worked and its key is too old to tell, the provider's list is
 * searched. If it is not there, a new key is safe, as no earlier try still runs.
 * @throws ProviderError `again` while one may
 */
async function findFirst(
  { db }: Context,
  provider: PaymentProvider,
  call: Call,
): Promise<Moved | null> {
  const age = Date.now() - (call.keyed_at?.getTime() ?? Date.now());
  if (!call.unclear && age < KEY_LIVES_MS) return null;
  const { request } = call;
  if (request.kind !== 'checkout' && request.kind !== 'expire') {
    const found = await provider.find(request, call.key, call.created_at);
    if (found) return found;
  }
  if (!call.unclear && age < KEY_LIVES_MS + QUIET_MS)
    throw new ProviderError('again', 'the key of this call is too old, and a new one too early');
  call.generation += 1;
  call.unclear = false;
  const { numUpdatedRows } = await db
    .updateTable('provider_calls')
    .set({ generation: call.generation, keyed_at: new Date(), unclear: false })
    .where('key', '=', call.key)
    .where('tries', '=', call.tries)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ProviderError('again', 'another server asks by now');
  return null;
}

async function ask(provider: PaymentProvider, call: Call): Promise<Moved & { url?: string }> {
  const { request } = call;
  const key = call.generation === 0 ? call.key : `${call.key}:g${call.generation}`;
  switch (request.kind) {
    case 'checkout':
      return provider.open(request, key);
    case 'expire':
      await provider.expire(request.page_reference, key);
      return { reference: request.page_reference };
    case 'refund':
      return provider.refund(request, key);
    case 'transfer':
      return provider.transfer(request, key);
    case 'reversal':
      return provider.reverse(request, key);
    case 'payout':
      return provider.payOut(request, key);
    case 'account':
      return provider.openAccount(request.developer, key);
  }
}

async function keepSuccess(
  context: Context,
  call: Call,
  { reference, url }: Moved & { url?: string },
): Promise<Call> {
  return change(context, async (change) => {
    await lockRecordOf(change, call);
    const done = await change.tx
      .updateTable('provider_calls')
      .set({
        state: 'done',
        reference,
        url: url ?? null,
        unclear: false,
        leased_until: null,
        last_error: null,
        settled_at: new Date(),
      })
      .where('key', '=', call.key)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (done) await bookCall(change, done);
    return done ?? call;
  });
}

/** Only for the newest try: a late answer to an older one decides nothing. */
async function keepFailure(context: Context, call: Call, error: unknown): Promise<void> {
  const outcome = error instanceof ProviderError ? error.outcome : 'again';
  const last_error = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
  await change(context, async (change) => {
    await lockRecordOf(change, call);
    if (!(await isNewest(change, call))) return;
    const waits = error instanceof AccountGone && (await waitsForAccount(change, call));
    const kept = await change.tx
      .updateTable('provider_calls')
      .set({
        last_error,
        leased_until: null,
        ...(outcome === 'unclear' && { unclear: true }),
        ...(outcome === 'later' && { generation: call.generation + 1, keyed_at: null }),
        ...(outcome === 'refused' &&
          !waits && { state: 'failed' as const, settled_at: new Date() }),
      })
      .where('key', '=', call.key)
      .returningAll()
      .executeTakeFirst();
    if (kept?.state === 'failed') await bookFailure(change, kept, error);
  });
}

/** Whether its outcome is still open, and no other try began since; locks the call. */
async function isNewest({ tx }: Change, { key, tries }: Call): Promise<boolean> {
  const newest = await tx
    .selectFrom('provider_calls')
    .select('key')
    .where('key', '=', key)
    .where('state', '=', 'pending')
    .where('tries', '=', tries)
    .forUpdate()
    .executeTakeFirst();
  return newest !== undefined;
}

/**
 * Sends nothing more to an account that looks closed. A payout from there waits, as with a key of another
 * platform every account looks so, until its owner has another account.
 */
async function waitsForAccount(change: Change, { kind, request }: Call): Promise<boolean> {
  if (!('account' in request)) return false;
  const isTheirs = await stopPaying(change, request.account);
  if (!isTheirs || kind !== 'payout') return false;
  await reportGone(change, request.account);
  return true;
}

/**
 * Locked before the call's own row, as a dispute that covers calls does: otherwise they could
 * deadlock.
 */
async function lockRecordOf({ tx }: Change, { billing_record_id }: Call): Promise<void> {
  if (billing_record_id !== null) await lockRecord(tx, billing_record_id);
}
