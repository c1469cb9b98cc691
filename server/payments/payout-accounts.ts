import type { FastifyRequest } from 'fastify';
import { countryName } from '#domain/country-words.ts';
import { paths } from '#domain/paths.ts';
import { Refusal } from '#domain/refusals.ts';
import { requireRecentProof } from '../accounts/own-password.ts';
import { linkTo } from '../config/link-to.ts';
import { viewerOf } from '../http/viewer.ts';
import { type Change, change } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import type { Context } from '../lifecycle/context.ts';
import { lockPerson } from '../lifecycle/locked.ts';
import { planCall, runCallTogether } from './calls.ts';
import { countryOf, requireServed } from './payout-country.ts';
import {
  accountCalls,
  askReady,
  keepReady,
  loseAccount,
  type PayoutAccount,
  payoutAccount,
  sendPageOpened,
  stopPaying,
} from './payout-readiness.ts';
import { AccountGone, ProviderError } from './provider.ts';
import { providerOf } from './providers.ts';

/**
 * Whether a payout can arrive. The sandbox creates accounts itself; elsewhere developers sign up.
 */
export async function canBePaidTo(
  context: Pick<Context, 'db' | 'config'>,
  developerId: string,
): Promise<boolean> {
  if (!providerOf(context).onboards) return true;
  return (await payoutAccount(context, developerId))?.ready === true;
}

/**
 * Plans the opening of an account, unless that is done. After a refusal, or once the account is gone,
 * it is a call of its own: the first one is over, and the country may be another.
 * @throws Refusal `country_not_served`
 */
export async function planPayoutAccount(
  change: Change,
  { id }: { id: string },
): Promise<{ key: string }> {
  const where = { db: change.tx, config: change.config };
  await lockPerson(change.tx, id);
  const country = await requireServed(where, id);
  const calls = await accountCalls(where, id).execute();
  const [last] = calls;
  const isOver =
    last?.state === 'failed' || (last?.state === 'done' && !(await payoutAccount(where, id)));
  if (last && !isOver) return { key: last.key };
  const key = last ? `account:${id}:${calls.length + 1}` : `account:${id}`;
  await planCall(change, {
    key,
    provider: change.config.payments,
    developer_id: id,
    request: { kind: 'account', developer: { id, ...(country !== null && { country }) } },
  });
  return { key };
}

/**
 * Opens the account if there is none, and asks whether payouts can go there. One that is gone makes
 * room for another.
 * @throws ProviderError
 */
export async function openPayoutAccount(
  context: Context,
  developer: { id: string },
): Promise<PayoutAccount> {
  const account = await openAccount(context, developer);
  if (account.ready) return account;
  try {
    const now = await askReady(context, account.reference);
    await change(context, (change) => keepReady(change, now));
    return { ...account, ready: now.ready };
  } catch (error) {
    if (!(error instanceof AccountGone)) throw error;
    await change(context, (change) => loseAccount(change, account.reference));
    return openAccount(context, developer);
  }
}

/** @throws ProviderError */
async function openAccount(context: Context, developer: { id: string }): Promise<PayoutAccount> {
  const { key } = await change(context, (change) => planPayoutAccount(change, developer));
  const { state, last_error } = await runCallTogether(context, key);
  if (state === 'failed') throw new ProviderError('refused', last_error ?? 'refused');
  const account = await payoutAccount(context, developer.id);
  // A stopped server was opening it; its lease expires first.
  if (!account) throw new ProviderError('again', 'the account is being opened already');
  return account;
}

/**
 * `POST /api/earnings/account`: the provider's page on which the developer continues, or null once
 * all is done. Needs a recent sign-in, as that page decides where the money goes.
 * @throws Refusal `reauthentication_needed`, `provider_unavailable`
 */
export async function setUpPayouts(
  request: FastifyRequest,
): Promise<{ ready: boolean; onboarding_url: string | null }> {
  const { context } = request.server;
  try {
    const { ready, reference } = await openPayoutAccount(context, viewerOf(request));
    if (!ready) await requireRecentProof(request);
    // Returning proves nothing: the page then asks us, and we the provider.
    const back = linkTo(context.config, paths.payoutsSetUp());
    const onboarding_url = ready ? null : await providerOf(context).onboardingUrl(reference, back);
    return { ready, onboarding_url };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn({ err: error }, 'a payout account could not be opened');
    throw new Refusal('provider_unavailable', await wordsFor(request, error));
  }
}

/**
 * `POST /api/earnings/account/page`: the provider's page on which the developer changes where their
 * money goes, or null where there is nothing to change. Needs a recent sign-in, and its owner is told
 * by mail. A repeated key finds a new page, as each opens once.
 * @throws Refusal `reauthentication_needed`, `payouts_not_set_up`, `provider_unavailable`
 */
export async function openPayoutPage(request: FastifyRequest): Promise<{ url: string | null }> {
  const { context } = request.server;
  const { id } = viewerOf(request);
  await requireRecentProof(request);
  if (!(await canBePaidTo(context, id))) throw new Refusal('payouts_not_set_up');
  const account = await payoutAccount(context, id);
  const url = account ? await pageOf(context, account) : null;
  if (url !== null) await command(request, (change) => sendPageOpened(change, id));
  return { url };
}

async function pageOf(context: Context, { reference }: PayoutAccount): Promise<string | null> {
  try {
    return await providerOf(context).accountUrl(reference);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn({ err: error }, 'the page of a payout account could not be opened');
    if (!(error instanceof AccountGone))
      throw new Refusal('provider_unavailable', 'The payment provider cannot be reached.');
    await change(context, (change) => stopPaying(change, reference));
    throw new Refusal('payouts_not_set_up');
  }
}

/** What somebody reads who could not be led to the provider. */
async function wordsFor(request: FastifyRequest, { outcome }: ProviderError): Promise<string> {
  if (outcome !== 'refused') return 'The payment provider cannot be reached.';
  const country = await countryOf(request.server.context, viewerOf(request).id);
  const where = country === null ? '' : ` in ${countryName(country)}`;
  return `The payment provider did not open an account${where}. Check where you are paid, then try again.`;
}
