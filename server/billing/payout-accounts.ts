import { sql } from 'kysely';
import { Refusal } from '#domain/errors.ts';
import { type Change, change } from '../change.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { planCall, runCallTogether } from './calls.ts';
import { ProviderError } from './provider.ts';
import { providerOf } from './providers.ts';

export interface PayoutAccount {
  developer_id: string;
  reference: string;
  ready: boolean;
}

/** A developer's account at the provider that we are set up with, if they have one. */
export function payoutAccount(
  { db, config }: Pick<Context, 'db' | 'config'>,
  developerId: string,
): Promise<PayoutAccount | undefined> {
  return db
    .selectFrom('payout_accounts')
    .select(['developer_id', 'reference', 'ready'])
    .where('developer_id', '=', developerId)
    .where('provider', '=', config.payments)
    .executeTakeFirst();
}

/** Whether a payout has somewhere to go. The sandbox makes accounts by itself; elsewhere developers sign up for one. */
export async function canBePaidTo(
  context: Pick<Context, 'db' | 'config'>,
  developerId: string,
): Promise<boolean> {
  if (context.config.payments === 'sandbox') return true;
  return (await payoutAccount(context, developerId))?.ready === true;
}

/** Writes down that an account is to be opened; nothing where that is done. */
export async function planPayoutAccount(
  change: Change,
  developer: { id: string },
): Promise<{ key: string }> {
  const key = `account:${developer.id}`;
  await planCall(change, {
    key,
    provider: change.config.payments,
    developer_id: developer.id,
    request: { kind: 'account', developer: { id: developer.id } },
  });
  return { key };
}

/** Opens the account if there is none, and asks whether it can be paid to. @throws ProviderError */
export async function openPayoutAccount(
  context: Context,
  developer: { id: string },
): Promise<PayoutAccount> {
  const { key } = await change(context, (change) => planPayoutAccount(change, developer));
  await runCallTogether(context, key);
  const account = await payoutAccount(context, developer.id);
  // Whoever was opening it was stopped; its turn comes to an end first.
  if (!account) throw new ProviderError('again', 'the account is being opened already');
  if (account.ready) return account;
  const now = await askReady(context, account.reference);
  await change(context, (change) => keepReady(change, now));
  return { ...account, ready: now.ready };
}

/** Whether an account can be paid to, and when the provider was asked for that. */
export interface Readiness {
  reference: string;
  ready: boolean;
  asked_at: Date;
}

/** Asks the provider, by the one clock that all servers share. @throws ProviderError */
export async function askReady(context: Context, reference: string): Promise<Readiness> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(context.db);
  const ready = await providerOf(context).isReady(reference);
  return { reference, ready, asked_at: rows[0]?.now ?? new Date() };
}

/**
 * `POST /api/earnings/account`: where the developer goes on, which is nowhere once all is told.
 * @throws Refusal `provider_unavailable`
 */
export async function setUpPayouts(
  context: Context,
  viewer: Viewer,
): Promise<{ ready: boolean; onboarding_url: string | null }> {
  try {
    const { ready, reference } = await openPayoutAccount(context, viewer);
    // Coming back proves nothing: the page then asks us, and we the provider.
    const back = `${context.config.publicUrl}/dashboard/developer/earnings?payouts=set-up`;
    const onboarding_url = ready ? null : await providerOf(context).onboardingUrl(reference, back);
    return { ready, onboarding_url };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn({ err: error }, 'a payout account could not be opened');
    throw new Refusal('provider_unavailable', 'The payment provider cannot be reached.');
  }
}

/**
 * Keeps what the provider said of an account when it was asked then, unless a later answer is known.
 * What waits for the account is sent by a job.
 */
export async function keepReady(
  { tx }: Change,
  { reference, ready, asked_at }: Readiness,
): Promise<void> {
  const kept = await tx
    .updateTable('payout_accounts')
    .set({ ready, asked_at })
    .where('reference', '=', reference)
    .where('asked_at', '<=', asked_at)
    .returning('developer_id')
    .executeTakeFirst();
  if (kept && ready) await enqueueJob(tx, 'settle', { developer_id: kept.developer_id });
}
